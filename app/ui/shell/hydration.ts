type Match = { handle?: unknown };

/** False if a route sets `handle = { hydrate: false }`. */
export function hydratesMatches(matches: Match[]): boolean {
  return !matches.some(
    ({ handle }) => typeof handle === "object" && handle !== null && "hydrate" in handle && handle.hydrate === false,
  );
}

/** `handle = { hydrate: false, hasScript: true }` declares a script other than React. */
export function runsScript(matches: Match[]): boolean {
  return (
    hydratesMatches(matches) || matches.some(({ handle }) => (handle as { hasScript?: boolean } | null)?.hasScript)
  );
}

/** `handle = { isDescribed: true }` declares that the page's `meta` has a description of its own. */
export function isDescribed(matches: Match[]): boolean {
  return matches.some(({ handle }) => (handle as { isDescribed?: boolean } | null)?.isDescribed);
}
