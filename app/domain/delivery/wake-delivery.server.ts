import { wake } from "~/services/jobs.server";

/** Only what is due soon stands in the queue; the far future is a row with an index, found by the sweep in time. */
export const QUEUE_AHEAD_MS = 3 * 60_000;

/** Wakes the worker for a vault at its instant, if that is near; otherwise the sweep will. */
export async function wakeDelivery(memoryId: string, deliveryAt: Date, now: Date): Promise<void> {
  if (deliveryAt.getTime() - now.getTime() > QUEUE_AHEAD_MS) return;
  await wake("deliver_vault", memoryId, { memoryId }, deliveryAt);
}
