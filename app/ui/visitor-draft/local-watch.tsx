import { useEffect, useState } from "react";
import { holdsMemories, PENDING_KEY, shelf } from "./storage-keys";

/** When somebody without an account and without a memory is asked whether they want one, in milliseconds. */
const ASKED_AFTER_MS = 90_000;
const BEGAN = "amberkeep-visit";
const ASKED = "amberkeep-asked";
/** Pages on which nobody is asked: where one is signing in already, and letters. */
const QUIET = /^\/(auth|sign-|create\/account|open\/|verify|logout)/;

type Prompt = typeof import("./sign-up-prompt").SignUpPrompt;

/**
 * Looks after what this browser keeps for somebody without an account: gives it to the account once there is one, and
 * asks whoever has looked around for a while and written nothing.
 */
export function LocalWatch({ isSignedIn, path, csrf }: { isSignedIn: boolean; path: string; csrf: string }) {
  const [asked, setAsked] = useState<{ Prompt: Prompt }>();
  const isQuiet = QUIET.test(path);

  useEffect(() => {
    const kept = shelf("localStorage");
    if (kept?.getItem(PENDING_KEY))
      import("./local-memories").then(({ takePending }) => takePending(kept)).catch(ignore);
  }, []);

  useEffect(() => {
    const kept = shelf("localStorage");
    if (!isSignedIn || !kept || !holdsMemories(kept)) return;
    import("./hand-over-here").then(({ handOverHere }) => handOverHere(kept, csrf)).catch(ignore);
  }, [isSignedIn, csrf]);

  useEffect(() => {
    const visit = shelf("sessionStorage");
    if (isSignedIn || isQuiet || !visit || visit.getItem(ASKED)) return;
    const began = Number(visit.getItem(BEGAN)) || Date.now();
    visit.setItem(BEGAN, String(began));
    const ask = () => {
      if (holdsMemories(shelf("localStorage"))) return;
      import("./sign-up-prompt").then(({ SignUpPrompt }) => setAsked({ Prompt: SignUpPrompt }), ignore);
    };
    const timer = setTimeout(ask, Math.max(0, began + ASKED_AFTER_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [isSignedIn, isQuiet]);

  if (!asked || isSignedIn || isQuiet) return null;
  const close = () => {
    shelf("sessionStorage")?.setItem(ASKED, "true");
    setAsked(undefined);
  };
  return <asked.Prompt path={path} onClose={close} />;
}

/** The next page tries again. */
function ignore(): void {}
