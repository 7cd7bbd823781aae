import { createBatcher } from "~/services/batcher.server";
import { takeAllowance } from "./allowance.server";

type Asking = { isUrgent: boolean; hasTurn: boolean };

/** Without a rate, how long "no pause" is cached. */
const BELIEVED_MS = 200;

export type Turns = {
  /** Returns when to ask again, or undefined when the message may leave. With `hasTurn` only a pause holds it back. */
  take(asking: Asking, now: Date): Promise<Date | undefined>;
};

/** Concurrent requests share one query at a time. `onDenied` is called once per query not fully granted. */
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
