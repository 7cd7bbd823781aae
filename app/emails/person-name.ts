const MAX_LENGTH = 60;

/**
 * Shortens a name and breaks up anything that a phone or a mail program would turn into a link. Of an email, as boards
 * use for people without a name, the part before the @ is left.
 */
export function safePersonName(name: string): string {
  const words = name
    .replace(/^(\S+)@\S+$/, "$1")
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
