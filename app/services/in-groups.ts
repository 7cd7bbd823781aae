type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * Those that ask while `work` is under way wait, and go together into its next call: one call at a time, with at most
 * `atMost` items. `work` answers each item, in their order; what it throws is thrown for all of its call.
 */
export function inGroups<Item, Answer>(
  work: (items: Item[]) => Promise<Answer[]>,
  atMost = Number.POSITIVE_INFINITY,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let isUnderWay = false;

  async function workOff(): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    // Whoever asks in the same breath goes along.
    await undefined;
    while (waiting.length > 0) {
      const group = waiting.slice(0, atMost);
      waiting = waiting.slice(atMost);
      try {
        const answers = await work(group.map(({ item }) => item));
        for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isUnderWay = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void workOff();
    });
}
