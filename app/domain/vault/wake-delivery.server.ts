import { QUEUE_AHEAD_MS, wake } from "~/services/jobs.server";

/** If it is soon; otherwise the sweep does. */
export async function wakeDelivery(vaultId: string, deliveryAt: Date, now: Date): Promise<void> {
  if (deliveryAt.getTime() - now.getTime() > QUEUE_AHEAD_MS) return;
  await wake("deliver_vault", vaultId, { vaultId }, deliveryAt);
}
