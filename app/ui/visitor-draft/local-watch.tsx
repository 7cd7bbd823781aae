import { useEffect, useState } from "react";
import { holdsMemories, PENDING_KEY, shelf } from "./storage-keys";

/** Milliseconds until a visitor who has written nothing is asked to sign up. */
const ASKED_AFTER_MS = 90_000;
const BEGAN = "amberkeep-visit";
const ASKED = "amberkeep-asked";
/** Pages that never ask: authentication and letters. */
const QUIET = /^\/(auth|sign-|create\/account|open\/|verify|logout)/;

type Prompt = typeof import("./sign-up-prompt").SignUpPrompt;

/** Hands over drafts after login, and asks visitors who have written nothing for a while to sign up. */
export function LocalWatch({ isSignedIn, path, csrf }: { isSignedIn: boolean; path: string; csrf: string }) {
  const [asked, setAsked] = useState<{ Prompt: Prompt }>();
  const isQuiet = QUIET.test(path);

  useEffect(() => {
    const kept = shelf("localStorage");
    if (!kept || !holdsMemories(kept)) return;
    if (isSignedIn) import("./hand-over-here").then(({ handOverHere }) => handOverHere(kept, csrf)).catch(ignore);
    else if (kept.getItem(PENDING_KEY))
      import("./local-memories").then(({ takePending }) => takePending(kept)).catch(ignore);
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

/** The next page load tries again. */
function ignore(): void {}
