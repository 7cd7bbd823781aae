import type { ReactNode } from "react";
import { Mark } from "../base/mark";
import { HelpButton } from "../help/help-button";
import type { Chrome } from "./chrome";
import { Footer } from "./footer";
import { Header } from "./header";
import { Toast } from "./toast";

/** Not over forms of a vault and the moment after them, whose buttons it would cover, nor beside the chat itself. */
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
        {chrome.toast && <Toast {...chrome.toast} />}
        {children}
      </main>
      {hasHelpButton(chrome.path) && <HelpButton loadsScript={chrome.loadsHelp ?? false} />}
      <Footer viewer={chrome.viewer} path={chrome.path} zoom={chrome.zoom} contact={chrome.contact} />
    </>
  );
}

/** Around an envelope that is not open yet: nothing but the mark. */
export function ClosedPage({ toast, children }: { toast?: Chrome["toast"]; children: ReactNode }) {
  return (
    <>
      <main id="main" className="closed-page">
        {toast && <Toast {...toast} />}
        {children}
      </main>
      <footer className="closed-foot">
        <a href="/?home" aria-label="Amberkeep">
          <Mark size={28} />
        </a>
      </footer>
    </>
  );
}

export function LetterPage({ toast, children }: { toast?: Chrome["toast"]; children: ReactNode }) {
  return (
    <>
      <main id="main" className="letter-page">
        {toast && <Toast {...toast} />}
        {children}
      </main>
      <LetterFoot />
    </>
  );
}

/** Pages on which recipients answer a letter, without the site’s menu. Needs the styles of a letter or of files. */
export function AnswerPage({ toast, children }: { toast?: Chrome["toast"]; children: ReactNode }) {
  return (
    <>
      <main id="main" className="page page-form">
        {toast && <Toast {...toast} />}
        {children}
      </main>
      <LetterFoot />
    </>
  );
}

function LetterFoot() {
  return (
    <footer className="letter-foot">
      <a href="/?home" className="logo">
        <Mark size={22} />
        <span>Amberkeep</span>
      </a>
    </footer>
  );
}
