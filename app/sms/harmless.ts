const LONGEST_NAME = 60;

/**
 * A name for a text message, in which telephones make links of whatever looks like one: a name that somebody chose may
 * not lead anywhere.
 */
export function harmless(name: string): string {
  const words = name
    .replace(/[/\\:@]+/g, " ")
    .replace(/[.。．｡](?=\S)/gu, ". ")
    .replace(/\p{Cf}+/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...words];
  return characters.length > LONGEST_NAME
    ? `${characters
        .slice(0, LONGEST_NAME - 1)
        .join("")
        .trimEnd()}…`
    : words;
}
