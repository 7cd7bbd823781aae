import { createBatcher } from "~/services/batcher.server";
import { takeAllowance } from "./allowance.server";

type Asking = { isUrgent: boolean; hasTurn: boolean };

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
  let clearAt = Number.NEGATIVE_INFINITY;

  const ask = createBatcher<Asking & { now: Date }, Date | undefined>(async (group) => {
    const now = new Date(Math.max(...group.map((one) => one.now.getTime())));
    const sinceClear = now.getTime() - clearAt;
    if (perSecond === 0 && sinceClear >= 0 && sinceClear < BELIEVED_MS) return group.map(() => undefined);
    const asking = group.filter(({ hasTurn }) => !hasTurn);
    const urgent = asking.filter(({ isUrgent }) => isUrgent);
    const others = asking.filter(({ isUrgent }) => !isUrgent);
    const wanted = { urgent: urgent.length, others: others.length };
    const granted = await takeAllowance(provider, wanted, perSecond, now);
    if (!granted.isPaused) clearAt = now.getTime();
    const denied = new Set(
      granted.isPaused ? group : [...urgent.slice(granted.urgent), ...others.slice(granted.others)],
    );
    if (denied.size > 0) await onDenied(granted.freeAt);
    return group.map((one) => (denied.has(one) ? granted.freeAt : undefined));
  });

  return { take: (asking, now) => ask({ ...asking, now }) };
}
