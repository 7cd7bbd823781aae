import { BEAT_MS, beat, DEAD_AFTER_MS, endBeat, releaseDeadWorkers } from "~/domain/worker/liveness.server";
import { log } from "~/services/log.server";

/**
 * Beats for `poolId` and frees what dead workers left behind. After a gap in its own beats (the database was away, or
 * this process was stopped) a worker judges nobody until the others have had time to beat again.
 */
export function startHeartbeat(poolId: string): { stop: () => Promise<void> } {
  let beatingSince = Number.POSITIVE_INFINITY;
  let lastBeat = 0;
  let current: Promise<void> = Promise.resolve();

  async function tick(): Promise<void> {
    try {
      await beat(poolId);
      const now = performance.now();
      if (now - lastBeat > DEAD_AFTER_MS) beatingSince = now;
      lastBeat = now;
      if (now - beatingSince < DEAD_AFTER_MS) return;
      const dead = await releaseDeadWorkers();
      if (dead.length > 0) log.warn({ dead }, "freed what dead workers had locked");
    } catch (error) {
      log.warn({ err: error }, "the heartbeat missed a beat");
    }
  }

  let isTicking = false;
  const timer = setInterval(() => {
    if (isTicking) return;
    isTicking = true;
    current = tick().finally(() => {
      isTicking = false;
    });
  }, BEAT_MS);
  current = tick();

  return {
    async stop() {
      clearInterval(timer);
      await current;
      await endBeat(poolId);
    },
  };
}
