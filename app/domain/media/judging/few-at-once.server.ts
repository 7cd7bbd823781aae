/** Runs at most `count` pieces of work at the same time, in the order in which they came. */
export function fewAtOnce(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** An opened picture may take hundreds of megabytes. */
export const withPicture = fewAtOnce(1);
/** Files that are read again after they came: what is read of each is held for a moment. */
export const withStoredFile = fewAtOnce(4);
