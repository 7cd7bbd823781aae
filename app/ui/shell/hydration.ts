type Match = { handle?: unknown; data?: unknown };
type Hydrate = boolean | ((data: unknown) => boolean);

/** False if a route sets `handle = { hydrate: false }`, or a function that is false for its data. */
export function hydratesMatches(matches: Match[]): boolean {
  return matches.every(({ handle, data }) => {
    const { hydrate = true } = (handle ?? {}) as { hydrate?: Hydrate };
    return typeof hydrate === "function" ? hydrate(data) : hydrate;
  });
}

/** `handle = { hydrate: false, hasScript: true }` declares a script other than React. */
export function hasPlainScript(matches: Match[]): boolean {
  return (
    !hydratesMatches(matches) && matches.some(({ handle }) => (handle as { hasScript?: boolean } | null)?.hasScript)
  );
}

/** `handle = { hydrate: false, keepsFields: true }` adds the script that keeps unsent text for the way back. */
export const keepsFields = (matches: Match[]) =>
  matches.some(({ handle }) => (handle as { keepsFields?: boolean } | null)?.keepsFields);

/** Whether the page may run a script. */
export function runsScript(matches: Match[]): boolean {
  return hydratesMatches(matches) || hasPlainScript(matches) || keepsFields(matches);
}

/** `handle = { isDescribed: true }` declares that the page's `meta` has a description of its own. */
export function isDescribed(matches: Match[]): boolean {
  return matches.some(({ handle }) => (handle as { isDescribed?: boolean } | null)?.isDescribed);
}
