import type { ReactNode } from "react";
import { Icon } from "../base/icons";
import { Mark } from "../base/mark";
import type { Chrome } from "../frame/chrome";
import { PageToast } from "../frame/toast";
import { ZoomSwitch } from "../frame/zoom-switch";

/** The frame of a guest's pages: no header and footer, only the mark and the switch that allows zooming. */
export function BoardFrame({
  chrome,
  back,
  width = "form",
  children,
}: {
  chrome: Chrome;
  back?: { href: string; label: string };
  width?: "form" | "wide";
  children: ReactNode;
}) {
  return (
    <>
      <main id="main" className={`page page-${width} party`} tabIndex={-1}>
        <div className="party-top">
          {back && (
            <a className="back-link" href={back.href}>
              <Icon name="back" size={18} />
              {back.label}
            </a>
          )}
          <a href="/?home" className="party-mark" aria-label="Amberkeep">
            <Mark size={28} />
          </a>
        </div>
        <PageToast toast={chrome.toast} />
        {children}
      </main>
      <footer className="quiet-foot">
        <ZoomSwitch zoom={chrome.zoom} path={chrome.path} />
      </footer>
    </>
  );
}
