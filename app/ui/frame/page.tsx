import type { ReactNode } from "react";
import { Mark } from "../base/mark";
import { HelpButton } from "../help/help-button";
import type { Chrome } from "./chrome";
import { Footer } from "./footer";
import { Header } from "./header";
import { PageToast } from "./toast";
import { ZoomSwitch } from "./zoom-switch";

/** Not on forms of a vault and the page after them, whose buttons it would cover, nor next to the chat itself. */
const hasHelpButton = (path: string) => !/^\/(create|help$|contact$|dashboard\?sent=)/.test(path);

/** The frame of every page except letters. */
export function Page({
  chrome,
  width = "wide",
  children,
}: {
  chrome: Chrome;
  width?: "wide" | "form" | "letter";
  children: ReactNode;
}) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>{" "}
      <Header viewer={chrome.viewer} path={chrome.path} />{" "}
      <main id="main" className={`page page-${width}`} tabIndex={-1}>
        <PageToast toast={chrome.toast} />
        {children}
      </main>
      {hasHelpButton(chrome.path) && <HelpButton loadsScript={chrome.loadsHelp ?? false} />}
      <Footer viewer={chrome.viewer} path={chrome.path} zoom={chrome.zoom} contact={chrome.contact} />
    </>
  );
}

/** Around an envelope that is not open yet: only the mark, and the switch that allows zooming. */
export function ClosedPage({ chrome, children }: { chrome: Chrome; children: ReactNode }) {
  return (
    <>
      <main id="main" className="closed-page">
        <PageToast toast={chrome.toast} />
        {children}
      </main>
      <footer className="quiet-foot">
        <a href="/?home" className="logo" aria-label="Amberkeep">
          <Mark size={28} />
        </a>
        <ZoomSwitch zoom={chrome.zoom} path={chrome.path} />
      </footer>
    </>
  );
}

export function LetterPage({ chrome, children }: { chrome: Chrome; children: ReactNode }) {
  return (
    <>
      <main id="main" className="letter-page">
        <PageToast toast={chrome.toast} />
        {children}
      </main>
      <LetterFoot chrome={chrome} />
    </>
  );
}

/** Pages on which recipients answer a letter, without the site’s menu. */
export function AnswerPage({ chrome, children }: { chrome: Chrome; children: ReactNode }) {
  return (
    <>
      <main id="main" className="page page-form">
        <PageToast toast={chrome.toast} />
        {children}
      </main>
      <LetterFoot chrome={chrome} />
    </>
  );
}

export function LetterFoot({ chrome }: { chrome: Chrome }) {
  return (
    <footer className="quiet-foot">
      <a href="/?home" className="logo">
        <Mark size={22} />
        <span>Amberkeep</span>
      </a>
      <ZoomSwitch zoom={chrome.zoom} path={chrome.path} />
    </footer>
  );
}
