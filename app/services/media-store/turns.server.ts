type Turn = { giveUp: AbortController; done: Promise<unknown> };
type Work<Result> = (givenUp: AbortSignal) => Promise<Result>;

/** Lets work on one key happen one after the other, in this process. */
export function createTurns() {
  const turns = new Map<string, Turn>();

  /** Runs `work` when everything before has ended; its signal says that somebody took over. */
  async function waitFor<Result>(key: string, work: Work<Result>): Promise<Result> {
    const giveUp = new AbortController();
    const run = () => work(giveUp.signal);
    const done = (turns.get(key)?.done ?? Promise.resolve()).then(run, run);
    const turn = { giveUp, done };
    turns.set(key, turn);
    try {
      return await done;
    } finally {
      if (turns.get(key) === turn) turns.delete(key);
    }
  }

  return {
    isTaken: (key: string) => turns.has(key),
    waitFor,
    /** Tells the one before to give up: most likely its connection broke and nobody noticed yet. */
    takeOver<Result>(key: string, work: Work<Result>): Promise<Result> {
      turns.get(key)?.giveUp.abort();
      return waitFor(key, work);
    },
  };
}
