import { useEffect, useState } from "react";
import { BEGAN, isQuiet } from "./quiet-pages";
import { browserStorage, holdsMemories, PENDING_KEY } from "./storage-keys";

type Prompt = typeof import("./sign-up-prompt").SignUpPrompt;

/** Hands over drafts after login, and asks visitors who have written nothing for a while to sign up. */
export function LocalWatch({ isSignedIn, path, csrf }: { isSignedIn: boolean; path: string; csrf: string }) {
  const [asked, setAsked] = useState<{ Prompt: Prompt }>();

  useEffect(() => {
    const kept = browserStorage("localStorage");
    if (!kept || !holdsMemories(kept)) return;
    if (isSignedIn) import("./hand-over-here").then(({ handOverHere }) => handOverHere(kept, csrf)).catch(ignore);
    else if (kept.getItem(PENDING_KEY))
      import("./local-memories").then(({ restorePending }) => restorePending(kept)).catch(ignore);
  }, [isSignedIn, csrf]);

  useEffect(() => {
    if (isSignedIn) return;
    const visit = browserStorage("sessionStorage");
    try {
      if (visit) visit[BEGAN] ||= String(Date.now());
    } catch {
      // Storage is full.
    }
    if (isQuiet(path)) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    const ask = () => import("./sign-up-prompt").then(({ SignUpPrompt }) => setAsked({ Prompt: SignUpPrompt }), ignore);
    import("./prompt-timer")
      .then(({ askOnce }) => {
        if (!isGone) stop = askOnce(path, ask);
      })
      .catch(ignore);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isSignedIn, path]);

  if (!asked || isSignedIn || isQuiet(path)) return null;
  return <asked.Prompt path={path} onClose={() => setAsked(undefined)} />;
}

/** The next page load tries again. */
function ignore(): void {}
