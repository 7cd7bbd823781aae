/** What was submitted and waits for an account: read when a page starts, and taken away then. */
export const PENDING_KEY = "pendingMemories";
/** What somebody without an account has written in this browser. */
export const MEMORIES_KEY = "amberkeep-memories";

/** What a browser keeps for us, for good or for this visit; undefined where it keeps nothing. */
export function shelf(name: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    return window[name] ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether somebody has written something here without an account. */
export const holdsMemories = (kept: Storage | undefined) =>
  Boolean(kept?.getItem(PENDING_KEY) ?? kept?.getItem(MEMORIES_KEY));
