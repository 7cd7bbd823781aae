import { sweep } from "~/domain/delivery/sweep.server";
import { BEAT_MS, beat, DEAD_AFTER_MS, endBeat, releaseDeadWorkers } from "~/domain/maintenance/liveness.server";
import { log } from "~/services/log.server";

/** How often a worker looks whether others have died, in milliseconds. */
const LOOK_MS = 250;

/**
 * Beats for `poolId` and frees what dead workers left behind. After a gap in its own beats (the database was away, or
 * this process was stopped) a worker judges nobody until the others have had time to beat again. The two go on
 * independently: a queue that does not answer must not make a living worker look dead.
 */
export function startHeartbeat(poolId: string): { stop: () => Promise<void> } {
  let beatingSince = Number.POSITIVE_INFINITY;
  let lastBeat = Number.NEGATIVE_INFINITY;

  async function beatOnce(): Promise<void> {
    await beat(poolId);
    const now = performance.now();
    if (now - lastBeat > DEAD_AFTER_MS) beatingSince = now;
    lastBeat = now;
  }

  async function freeOthers(): Promise<void> {
    const now = performance.now();
    if (now - lastBeat > DEAD_AFTER_MS || now - beatingSince < DEAD_AFTER_MS) return;
    const dead = await releaseDeadWorkers();
    if (dead.length === 0) return;
    log.warn({ dead }, "freed what dead workers had locked");
    await sweep();
  }

  const beating = repeat(beatOnce, BEAT_MS, "the heartbeat missed a beat");
  const freeing = repeat(freeOthers, LOOK_MS, "dead workers could not be freed");

  return {
    async stop() {
      await Promise.all([beating.stop(), freeing.stop()]);
      await endBeat(poolId);
    },
  };
}

/** Does `work` now and every so many milliseconds, but never twice at once. */
function repeat(work: () => Promise<void>, everyMs: number, complaint: string): { stop: () => Promise<void> } {
  let current: Promise<void> | undefined;
  const tick = () => {
    current ??= work()
      .catch((error: unknown) => log.warn({ err: error }, complaint))
      .finally(() => {
        current = undefined;
      });
  };
  const timer = setInterval(tick, everyMs);
  tick();
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
