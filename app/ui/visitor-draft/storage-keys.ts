/** Submitted memories that wait for an account; read and removed at page load. */
export const PENDING_KEY = "pendingMemories";
export const MEMORIES_KEY = "amberkeep-memories";

/** Undefined where storage is disabled. */
export function browserStorage(name: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    return window[name] ?? undefined;
  } catch {
    return undefined;
  }
}

export const holdsMemories = (kept: Storage | undefined) =>
  Boolean(kept?.getItem(PENDING_KEY) ?? kept?.getItem(MEMORIES_KEY));
