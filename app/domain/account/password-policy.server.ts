import { FREQUENT_PASSWORDS } from "./frequent-passwords.server";
import { isInFilter } from "./password-filter.server";

const PRODUCT = "amberkeep";
/** Characters that a password needs besides names and addresses. */
const OWN_MIN = 5;
/** Shorter parts of a name occur in too many words. */
const NAME_MIN = 3;

let filter: Buffer | undefined;

/** Whether the password is among the 100,000 commonest, in any case of its letters. */
export function isCommonPassword(password: string): boolean {
  filter ??= Buffer.from(FREQUENT_PASSWORDS, "base64");
  return isInFilter(filter, password);
}

/** Whether an acquaintance would try it early: it is common, or little else than the person's or product's name. */
export function isGuessable(password: string, person: { fullName: string; email: string }): boolean {
  return isCommonPassword(password) || isOwnName(password, person);
}

function isOwnName(password: string, { fullName, email }: { fullName: string; email: string }): boolean {
  const words = [fullName, email, ...fullName.split(/\s+/), ...email.split(/[@.+_-]/), PRODUCT].map(plain);
  const typed = plain(password);
  let rest = typed;
  for (const word of words.sort((a, b) => b.length - a.length)) {
    if (word.length >= NAME_MIN) rest = rest.replaceAll(word, "");
  }
  return rest !== typed && ([...rest].length < OWN_MIN || isCommonPassword(rest));
}

/** Letters and digits, without case and accents. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
