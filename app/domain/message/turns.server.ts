import { takeAllowance } from "./allowance.server";

type Asking = { isUrgent: boolean; hasTurn: boolean };
type Waiting = Asking & { now: Date; answer: (notBefore: Date | undefined) => void; fail: (error: unknown) => void };

/** Without a rate, that there is no pause is believed for so long, in milliseconds. */
const BELIEVED_MS = 200;

/** Where the messages of one process ask whether they may leave through a provider. */
export type Turns = {
  /**
   * Undefined when the message may leave, else when it is worth asking again.
   * @param hasTurn it was given one before: only a pause of the provider holds it back
   */
  take(asking: Asking, now: Date): Promise<Date | undefined>;
};

/**
 * Those that ask while a question is under way are asked for together in the next one: a process has one at a time,
 * however many messages it sends at once. `onDenied` is called once for each question that not all were granted in.
 */
export function createTurns(provider: string, perSecond: number, onDenied: (freeAt: Date) => Promise<void>): Turns {
  let waiting: Waiting[] = [];
  let isAsking = false;
  let clearAt = Number.NEGATIVE_INFINITY;

  async function askForAll(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await ask(batch).catch((error: unknown) => {
        for (const { fail } of batch) fail(error);
      });
    }
    isAsking = false;
  }

  async function ask(batch: Waiting[]): Promise<void> {
    const now = new Date(Math.max(...batch.map((one) => one.now.getTime())));
    const sinceClear = now.getTime() - clearAt;
    if (perSecond === 0 && sinceClear >= 0 && sinceClear < BELIEVED_MS) {
      for (const one of batch) one.answer(undefined);
      return;
    }
    const asking = batch.filter(({ hasTurn }) => !hasTurn);
    const urgent = asking.filter(({ isUrgent }) => isUrgent);
    const others = asking.filter(({ isUrgent }) => !isUrgent);
    const wanted = { urgent: urgent.length, others: others.length };
    const granted = await takeAllowance(provider, wanted, perSecond, now);
    if (!granted.isPaused) clearAt = now.getTime();
    const denied = new Set(
      granted.isPaused ? batch : [...urgent.slice(granted.urgent), ...others.slice(granted.others)],
    );
    for (const one of batch) if (!denied.has(one)) one.answer(undefined);
    if (denied.size > 0) await onDenied(granted.freeAt);
    for (const one of denied) one.answer(granted.freeAt);
  }

  return {
    take: (asking, now) =>
      new Promise((answer, fail) => {
        waiting.push({ ...asking, now, answer, fail });
        void askForAll();
      }),
  };
}
