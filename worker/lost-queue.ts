import type { WorkerEvents } from "graphile-worker";

const UNDEFINED_TABLE = "42P01";

/** Calls `onLoss` when Postgres has lost the queue's tables, which only a starting runner creates. */
export function noticeLostQueue(events: WorkerEvents, onLoss: () => void): void {
  events.on("worker:getJob:error", ({ error }) => {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) onLoss();
  });
}
