/**
 * Turns the digits of other scripts, such as Arabic ones, into 0 to 9, and full-width characters into plain ones:
 * people type codes on the keyboard they have.
 */
export const plainDigits = (typed: string): string => typed.normalize("NFKC").replace(/[^\P{Nd}\d]/gu, asDigit);

/** Unicode has the ten digits of a script in a row, and those of the next script may follow. */
function asDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
