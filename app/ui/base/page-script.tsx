/**
 * The script of a page that does not hydrate. React does not run scripts it inserts, so `runScript` adds another after
 * a client-side navigation.
 */
export function PageScript({ src }: { src: string }) {
  return <script type="module" src={src} ref={runScript} />;
}

function runScript(element: HTMLScriptElement | null): void {
  if (!element) return;
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src: element.src }));
}
