type Match = { handle?: unknown };

/** Whether React hydrates the page. A route that only shows something sets `handle = { hydrate: false }`. */
export function hydratesMatches(matches: Match[]): boolean {
  return !matches.some(
    ({ handle }) => typeof handle === "object" && handle !== null && "hydrate" in handle && handle.hydrate === false,
  );
}

/**
 * Whether the page runs any script: React, or one file of its own, declared by `handle = { hydrate: false, hasScript:
 * true }`.
 */
export function runsScript(matches: Match[]): boolean {
  return (
    hydratesMatches(matches) || matches.some(({ handle }) => (handle as { hasScript?: boolean } | null)?.hasScript)
  );
}
