import { BEAT_MS, createHeartbeat, DEAD_AFTER_MS, releaseDeadWorkers } from "~/domain/maintenance/liveness.server";
import { requestLook } from "~/services/jobs.server";
import { log } from "~/services/log.server";
import { createLoop } from "~/services/loop.server";

const LOOK_MS = 150;
/** After a longer gap between its own heartbeats, a worker waits before it declares others dead. */
const GAP_MS = 3 * BEAT_MS;

/** Writes the heartbeat and releases what dead workers hold, independently, as the queue may hang. */
export function startHeartbeat(workerId: string, poolId: () => string | undefined): { stop: () => Promise<void> } {
  const heartbeat = createHeartbeat(workerId);
  let beatingSince = Number.POSITIVE_INFINITY;
  let lastBeat = Number.NEGATIVE_INFINITY;

  const beating = createLoop(
    "heartbeat",
    async () => {
      await heartbeat.beat(poolId());
      const now = performance.now();
      if (now - lastBeat > GAP_MS) beatingSince = now;
      lastBeat = now;
      return undefined;
    },
    BEAT_MS,
  );
  const releasing = createLoop(
    "release_dead_workers",
    async () => {
      const now = performance.now();
      if (now - lastBeat > GAP_MS || now - beatingSince < DEAD_AFTER_MS) return undefined;
      const dead = await releaseDeadWorkers();
      if (dead.length === 0) return undefined;
      log.warn({ dead }, "released the claims of dead workers");
      await Promise.all([requestLook("deliver_due"), requestLook("send_due")]);
      return undefined;
    },
    LOOK_MS,
  );

  return {
    async stop() {
      await Promise.all([beating.stop(), releasing.stop()]);
      await heartbeat.end();
    },
  };
}
