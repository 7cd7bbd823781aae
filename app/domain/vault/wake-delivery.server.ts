import { QUEUE_AHEAD_MS, wake } from "~/services/jobs.server";

/** Wakes the worker for a vault at its instant, if that is near; otherwise the sweep will. */
export async function wakeDelivery(vaultId: string, deliveryAt: Date, now: Date): Promise<void> {
  if (deliveryAt.getTime() - now.getTime() > QUEUE_AHEAD_MS) return;
  await wake("deliver_vault", vaultId, { vaultId }, deliveryAt);
}
