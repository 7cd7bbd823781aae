import { plainDigits } from "./plain-digits";

/** For codes copied from paper: 18 random characters (90 bits) and two check characters, none of them 0, O, 1 or I. */
export const CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const RANDOM_CHARACTERS = 18;
const CODE_LENGTH = RANDOM_CHARACTERS + 2;
const GROUP_LENGTH = 4;
/** The largest prime below 32²: detects every wrong character and swap of neighbours, and 99.9% of other mistakes. */
const CHECK_PRIME = 1021;

/** Takes the lowest five bits of 18 random bytes. */
export function createPrintedCode(random: Uint8Array): string {
  const characters = Array.from(random.subarray(0, RANDOM_CHARACTERS), (byte) => CODE_ALPHABET.charAt(byte & 31));
  if (characters.length < RANDOM_CHARACTERS) throw new Error("A printed code needs 18 random bytes.");
  const body = characters.join("");
  return body + checkOf(body);
}

/** Accepts any case and grouping. Undefined when the form or the check is wrong. */
export function parsePrintedCode(typed: string): string | undefined {
  const code = plainDigits(typed)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  if (code.length !== CODE_LENGTH || ![...code].every((character) => CODE_ALPHABET.includes(character))) {
    return undefined;
  }
  const body = code.slice(0, RANDOM_CHARACTERS);
  return checkOf(body) === code.slice(RANDOM_CHARACTERS) ? code : undefined;
}

export function groupPrintedCode(code: string): string[] {
  return code.match(new RegExp(`.{1,${GROUP_LENGTH}}`, "g")) ?? [];
}

function checkOf(body: string): string {
  let remainder = 0;
  for (const character of body) remainder = (remainder * 32 + CODE_ALPHABET.indexOf(character)) % CHECK_PRIME;
  return CODE_ALPHABET.charAt(remainder >> 5) + CODE_ALPHABET.charAt(remainder & 31);
}
