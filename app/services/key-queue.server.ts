type Work<Result> = (superseded: AbortSignal) => Promise<Result>;

/** Work on the same key runs one at a time, within this process. */
export function createKeyQueue() {
  const last = new Map<string, { abort: AbortController; done: Promise<unknown> }>();

  /** The signal aborts when `takeOver` is called for the key. */
  async function run<Result>(key: string, work: Work<Result>): Promise<Result> {
    const abort = new AbortController();
    const start = () => work(abort.signal);
    const done = (last.get(key)?.done ?? Promise.resolve()).then(start, start);
    const entry = { abort, done };
    last.set(key, entry);
    try {
      return await done;
    } finally {
      if (last.get(key) === entry) last.delete(key);
    }
  }

  return {
    run,
    /** Aborts the work before: most likely its connection broke unnoticed. */
    takeOver<Result>(key: string, work: Work<Result>): Promise<Result> {
      last.get(key)?.abort.abort();
      return run(key, work);
    },
  };
}
