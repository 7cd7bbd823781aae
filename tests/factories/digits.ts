/** The code in the digits that begin with `zero`, as keyboards of other scripts type them. */
export const inDigitsFrom = (zero: string, code: string) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
