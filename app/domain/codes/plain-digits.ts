/**
 * Turns the digits of other scripts, such as Arabic ones, into 0 to 9, and full-width characters into plain ones: people
 * type codes on the keyboard they have.
 */
export const plainDigits = (typed: string): string => typed.normalize("NFKC").replace(/[^\P{Nd}\d]/gu, asDigit);

/** Unicode has the ten digits of a script in a row. */
function asDigit(digit: string): string {
  const last = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(last - value - 1))) value += 1;
  return String(value);
}
