type Match = { handle?: unknown };

/**
 * Whether the page is enhanced by script. A route that only shows something says `handle = { hydrate: false }`
 * and then ships none at all.
 */
export function hydratesMatches(matches: Match[]): boolean {
  return !matches.some(
    ({ handle }) => typeof handle === "object" && handle !== null && "hydrate" in handle && handle.hydrate === false,
  );
}

/**
 * Whether any script runs on the page: what enhances it, or one file of its own, for which a route that does not hydrate
 * says `handle = { hydrate: false, hasScript: true }`.
 */
export function runsScript(matches: Match[]): boolean {
  return (
    hydratesMatches(matches) || matches.some(({ handle }) => (handle as { hasScript?: boolean } | null)?.hasScript)
  );
}
