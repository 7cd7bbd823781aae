import { sweep } from "~/domain/delivery/sweep.server";
import { BEAT_MS, beat, DEAD_AFTER_MS, endBeat, releaseDeadWorkers } from "~/domain/maintenance/liveness.server";
import { log } from "~/services/log.server";

/** In milliseconds. */
const LOOK_MS = 250;

/**
 * Writes the heartbeat and releases what dead workers hold, independently: a hanging queue does not stop the heartbeat.
 * After a gap in its own heartbeats a worker first gives the others time for theirs.
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

  async function releaseOthers(): Promise<void> {
    const now = performance.now();
    if (now - lastBeat > DEAD_AFTER_MS || now - beatingSince < DEAD_AFTER_MS) return;
    const dead = await releaseDeadWorkers();
    if (dead.length === 0) return;
    log.warn({ dead }, "released what dead workers had locked");
    await sweep();
  }

  const beating = repeat(beatOnce, BEAT_MS, "a heartbeat failed");
  const releasing = repeat(releaseOthers, LOOK_MS, "dead workers could not be released");

  return {
    async stop() {
      await Promise.all([beating.stop(), releasing.stop()]);
      await endBeat(poolId);
    },
  };
}

/** Never concurrently. */
function repeat(work: () => Promise<void>, everyMs: number, failure: string): { stop: () => Promise<void> } {
  let current: Promise<void> | undefined;
  const tick = () => {
    current ??= work()
      .catch((error: unknown) => log.warn({ err: error }, failure))
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
