/**
 * Codes to be copied from paper, for claim cards and invitations: 18 random characters (90 bits) and two check
 * characters, in an alphabet of 32 without 0, O, 1 and I.
 */
export const CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const RANDOM_CHARACTERS = 18;
const CODE_LENGTH = RANDOM_CHARACTERS + 2;
const GROUP_LENGTH = 4;
/**
 * The largest prime that two characters can hold. The remainder by it detects every wrong character and every swap of
 * two neighbours, and all but one in a thousand of other mistakes.
 */
const CHECK_PRIME = 1021;

/** Creates a code from the lowest five bits of 18 random bytes. */
export function createPrintedCode(random: Uint8Array): string {
  const characters = Array.from(random.subarray(0, RANDOM_CHARACTERS), (byte) => CODE_ALPHABET.charAt(byte & 31));
  if (characters.length < RANDOM_CHARACTERS) throw new Error("A printed code needs 18 random bytes.");
  const body = characters.join("");
  return body + checkOf(body);
}

/** Returns the code in what was typed, in any case and grouping; undefined when its form or check is wrong. */
export function parsePrintedCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  if (code.length !== CODE_LENGTH || ![...code].every((character) => CODE_ALPHABET.includes(character))) {
    return undefined;
  }
  const body = code.slice(0, RANDOM_CHARACTERS);
  return checkOf(body) === code.slice(RANDOM_CHARACTERS) ? code : undefined;
}

/** Splits a code into groups of four. */
export function groupPrintedCode(code: string): string[] {
  return code.match(new RegExp(`.{1,${GROUP_LENGTH}}`, "g")) ?? [];
}

function checkOf(body: string): string {
  let remainder = 0;
  for (const character of body) remainder = (remainder * 32 + CODE_ALPHABET.indexOf(character)) % CHECK_PRIME;
  return CODE_ALPHABET.charAt(remainder >> 5) + CODE_ALPHABET.charAt(remainder & 31);
}
