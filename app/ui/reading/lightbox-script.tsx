const LIGHTBOX_URL = "/lightbox.js";

/**
 * The only script on the pages of letters: it shows photos large over the page. A script element that React inserts does
 * not run, so after a navigation without reload a second one is added; a module of the same URL runs once.
 */
export function LightboxScript() {
  return <script type="module" src={LIGHTBOX_URL} ref={runScript} />;
}

function runScript(element: HTMLScriptElement | null): void {
  if (!element) return;
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src: element.src }));
}
