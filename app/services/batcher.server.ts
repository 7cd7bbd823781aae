import { setTimeout as pause } from "node:timers/promises";

type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};
type Limits = {
  atMost?: number;
  /** The next call waits no longer, so that a hanging call delays only its own items. */
  timeoutMs?: number;
  /** Minimum milliseconds between the starts of two calls, unless the next one is full. */
  everyMs?: number;
};

/**
 * Items that arrive while `work` runs share its next call. `work` returns one result per item, in their order; an error
 * rejects all items of its call.
 */
export function createBatcher<Item, Answer>(
  work: (items: Item[]) => Promise<Answer[]>,
  { atMost = Number.POSITIVE_INFINITY, timeoutMs = 1_000, everyMs = 0 }: Limits = {},
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let isUnderWay = false;
  let begunAt = Number.NEGATIVE_INFINITY;

  async function drain(): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    // Items of the same tick share the first call.
    await undefined;
    while (waiting.length > 0) {
      const rest = begunAt + everyMs - performance.now();
      if (rest > 0 && waiting.length < atMost) await pause(rest);
      begunAt = performance.now();
      const group = waiting.slice(0, atMost);
      waiting = waiting.slice(atMost);
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs).unref();
      });
      await Promise.race([serve(group), timeout]);
      clearTimeout(timer);
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
      void drain();
    });
}
