import { BEGAN, isQuiet } from "./quiet-pages";
import { browserStorage, holdsMemories } from "./storage-keys";

/** Milliseconds until a visitor who has written nothing is asked to sign up. */
const ASKED_AFTER_MS = 90_000;
const RETRY_MS = 5_000;
const ASKED = "amberkeep-asked";
/** Milliseconds that the prompt's live region is there before the prompt: only what is added later is announced. */
export const FILLED_AFTER_MS = 100;

/** Calls `ask` once per visit, but not while a form is being filled in. Returns a function that cancels it. */
export function askOnce(path: string, ask: () => void): (() => void) | undefined {
  const visit = browserStorage("sessionStorage");
  if (!visit || visit.getItem(ASKED)) return;
  const began = Number(visit.getItem(BEGAN)) || Date.now();
  visit.setItem(BEGAN, String(began));
  if (isQuiet(path)) return;
  const attempt = () => {
    if (holdsMemories(browserStorage("localStorage"))) return;
    if (document.querySelector("form :focus, dialog[open]")) {
      timer = setTimeout(attempt, RETRY_MS);
      return;
    }
    visit.setItem(ASKED, "true");
    ask();
  };
  let timer = setTimeout(attempt, Math.max(0, began + ASKED_AFTER_MS - Date.now()));
  return () => clearTimeout(timer);
}
