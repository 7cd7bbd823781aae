/** Submitted memories that wait for an account; read and removed at page load. */
export const PENDING_KEY = "pendingMemories";
export const MEMORIES_KEY = "amberkeep-memories";
/** Of files that are not on the server yet. */
export const FILES_DATABASE = "amberkeep";
export const FILES_STORE = "files";

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
