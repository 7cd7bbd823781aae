/** Memories that were submitted and wait for an account: read and removed at page load. */
export const PENDING_KEY = "pendingMemories";
/** Memories that a visitor has written. */
export const MEMORIES_KEY = "amberkeep-memories";

/** The browser's storage; undefined where it is disabled. */
export function shelf(name: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    return window[name] ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether a visitor has written something in this browser. */
export const holdsMemories = (kept: Storage | undefined) =>
  Boolean(kept?.getItem(PENDING_KEY) ?? kept?.getItem(MEMORIES_KEY));
