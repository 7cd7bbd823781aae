/** Shorter words are too close to others. */
const MIN_LENGTH = 5;
/** Words this long may have two typos. */
const LONG = 9;
/** How many words of a question are corrected: long texts would take too long. */
const CORRECTED_AT_MOST = 20;

/**
 * Corrects a word to the closest known one with the same first letter, at most two typos away; of several, the first.
 */
export function createSpelling(known: ReadonlySet<string>): (words: string[]) => string[] {
  const byLetter = Map.groupBy(known, (word) => word.charAt(0));
  return (words) => {
    let left = CORRECTED_AT_MOST;
    return words.map((word) => {
      if (word.length < MIN_LENGTH || known.has(word) || left-- <= 0) return word;
      return closestTo(word, byLetter.get(word.charAt(0)) ?? []) ?? word;
    });
  };
}

function closestTo(word: string, known: string[]): string | undefined {
  let closest: string | undefined;
  let least = word.length >= LONG ? 2 : 1;
  for (const other of known) {
    if (other.length < MIN_LENGTH - 1 || Math.abs(other.length - word.length) > 1) continue;
    const typos = typosBetween(word, other);
    if (typos < least || (typos === least && closest === undefined)) {
      closest = other;
      least = typos;
    }
  }
  return closest;
}

/** Edit distance with swapped neighbours (optimal string alignment). */
function typosBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let typos = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        typos = Math.min(typos, at(beforeLast, column - 2) + 1);
      }
      current.push(typos);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

const at = (row: number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
