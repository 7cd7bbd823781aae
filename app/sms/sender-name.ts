const MAX_LENGTH = 60;

/** Shortens a name and breaks up anything that a phone would turn into a link. */
export function safeSenderName(name: string): string {
  const words = name
    .replace(/[/\\:@]+/g, " ")
    .replace(/[.。．｡](?=\S)/gu, ". ")
    .replace(/\p{Cf}+/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...words];
  return characters.length > MAX_LENGTH
    ? `${characters
        .slice(0, MAX_LENGTH - 1)
        .join("")
        .trimEnd()}…`
    : words;
}
