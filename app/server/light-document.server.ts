import { env } from "../env.server";
import { holdPreloads } from "../ui/shell/preloads";

/** The build replaces these in the browser's code: `constantFlags()` in vite.config.ts. */
const FLAGS = /^(\{"basename":"[^"]*",)"future":\{[^{}]*\},"isSpaMode":false,/;
const NO_ANSWER = /,"actionData":null,"errors":null\}\}$/;

/** Leaves out of Remix's state what its code in the browser does without. */
export function lightHandoff(handoff: string): string {
  return isBuilt() ? handoff.replace(FLAGS, "$1").replace(NO_ANSWER, "}}") : handoff;
}

/** As Remix's own script, which is sent with all its indentation. */
const RESTORE_SCROLL =
  'try{history.state?.key||history.replaceState({key:Math.random().toString(32).slice(2)},"");let y=JSON.parse(sessionStorage.positions||"{}")[history.state.key];y>=0&&scrollTo(0,y)}catch(e){console.error(e);sessionStorage.removeItem("positions")}';
const REMIX_RESTORES_SCROLL = /\(\(STORAGE_KEY, restoreKey\) => \{.*?\}\)\("positions", null\)/s;

export function lightDocument(html: string): string {
  return isBuilt() ? holdPreloads(html).replace(REMIX_RESTORES_SCROLL, () => RESTORE_SCROLL) : html;
}

const isBuilt = () => env.NODE_ENV !== "development";
