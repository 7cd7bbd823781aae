import { holdScripts } from "./start-scripts";

/** The build puts these into the browser's code: `constantFlags()` in vite.config.ts. */
const FLAGS = /^(\{"basename":"[^"]*",)"future":\{[^{}]*\},"isSpaMode":false,/;
const NO_ANSWER = /,"actionData":null,"errors":null\}\}$/;

/** Removes from Remix's state what its browser code does not need. Only for builds. */
export const lightHandoff = (handoff = "") => handoff.replace(FLAGS, "$1").replace(NO_ANSWER, "}}");

/** A minified copy of Remix's own script, which reports no error where storage is refused. */
const RESTORE_SCROLL =
  'try{history.state?.key||history.replaceState({key:Math.random().toString(32).slice(2)},"");let y=JSON.parse(sessionStorage.positions||"{}")[history.state.key];y>=0&&scrollTo(0,y)}catch{}';
const REMIX_RESTORES_SCROLL = /^.*?\}\)\("positions", null\)/s;

/** Only for builds. The scripts are at the end of the page, and the first restores the scroll position. */
export function lightDocument(html: string): string {
  const end = html.indexOf("((STORAGE_KEY, restoreKey) => {");
  if (end < 0) return holdScripts(html);
  return html.slice(0, end) + holdScripts(html.slice(end)).replace(REMIX_RESTORES_SCROLL, () => RESTORE_SCROLL);
}
