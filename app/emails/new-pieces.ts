const inWords = new Intl.ListFormat("en-GB", { type: "conjunction" });
const NAMED_AT_MOST = 3;

/** For example "3 new pieces", "1 new piece". */
export function newPieces(count: number): string {
  return count === 1 ? "1 new piece" : `${count} new pieces`;
}

/** For example "Ana", "Ana and Ben", "Ana, Ben and 4 others". */
export function guestsInWords(names: string[]): string {
  const named = names.length > NAMED_AT_MOST ? names.slice(0, NAMED_AT_MOST - 1) : names;
  const others = names.length - named.length;
  return inWords.format(others > 0 ? [...named, `${others} others`] : named);
}
