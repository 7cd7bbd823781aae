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
