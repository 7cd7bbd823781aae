/**
 * The codes of claim cards, made to be copied from paper: 18 random characters (90 bits) and two that check them, of an
 * alphabet of 32 without 0, O, 1 and I.
 */
export const CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const RANDOM_CHARACTERS = 18;
const CODE_LENGTH = RANDOM_CHARACTERS + 2;
const GROUP_LENGTH = 4;
/**
 * The largest prime that two characters can hold: the remainder by it changes with every single character that is wrong
 * and with every two neighbours that are swapped, and with all but one in a thousand of other mistakes.
 */
const CHECK_PRIME = 1021;

/** A code of these random bytes, of which the lowest five bits count; at least 18. */
export function createPrintedCode(random: Uint8Array): string {
  const characters = Array.from(random.subarray(0, RANDOM_CHARACTERS), (byte) => CODE_ALPHABET.charAt(byte & 31));
  if (characters.length < RANDOM_CHARACTERS) throw new Error("A claim code is made of 18 random bytes.");
  const body = characters.join("");
  return body + checkOf(body);
}

/** The code in what somebody typed, in whatever case and however grouped; undefined when it cannot be one. */
export function parsePrintedCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  if (code.length !== CODE_LENGTH || ![...code].every((character) => CODE_ALPHABET.includes(character))) {
    return undefined;
  }
  const body = code.slice(0, RANDOM_CHARACTERS);
  return checkOf(body) === code.slice(RANDOM_CHARACTERS) ? code : undefined;
}

/** A code in groups of four, as it stands on the card. */
export function groupPrintedCode(code: string): string[] {
  return code.match(new RegExp(`.{1,${GROUP_LENGTH}}`, "g")) ?? [];
}

function checkOf(body: string): string {
  let remainder = 0;
  for (const character of body) remainder = (remainder * 32 + CODE_ALPHABET.indexOf(character)) % CHECK_PRIME;
  return CODE_ALPHABET.charAt(remainder >> 5) + CODE_ALPHABET.charAt(remainder & 31);
}
