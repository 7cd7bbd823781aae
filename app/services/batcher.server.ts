import { setTimeout as pause } from "node:timers/promises";

type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};
type Limits = {
  /** How many items one call has at most. */
  atMost?: number;
  /** How long those behind wait for a call to end, in milliseconds; a call that hangs holds up nobody but its own. */
  timeoutMs?: number;
  /**
   * How long there is at least from the beginning of one call to that of the next, in milliseconds, unless the next is full:
   * who comes alone is served at once, and of those who come in a stream some go together.
   */
  everyMs?: number;
};

/**
 * Those that ask while `work` is under way wait, and go together into its next call: one call at a time, as long as they
 * end in time. `work` answers each item, in their order; what it throws is thrown for all of its call.
 */
export function createBatcher<Item, Answer>(
  work: (items: Item[]) => Promise<Answer[]>,
  { atMost = Number.POSITIVE_INFINITY, timeoutMs = 1_000, everyMs = 0 }: Limits = {},
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let isUnderWay = false;
  let begunAt = Number.NEGATIVE_INFINITY;

  async function workOff(): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    // Whoever asks in the same breath goes along.
    await undefined;
    while (waiting.length > 0) {
      const rest = begunAt + everyMs - performance.now();
      if (rest > 0 && waiting.length < atMost) await pause(rest);
      begunAt = performance.now();
      const group = waiting.slice(0, atMost);
      waiting = waiting.slice(atMost);
      const isLate = new AbortController();
      const patience = pause(timeoutMs, undefined, { ref: false, signal: isLate.signal }).catch(() => undefined);
      await Promise.race([serve(group), patience]);
      isLate.abort();
    }
    isUnderWay = false;
  }

  /** Never throws. */
  async function serve(group: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await work(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void workOff();
    });
}
