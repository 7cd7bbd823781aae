import { lockDelivery } from "~/domain/vault/delivery-rows.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import type { Transaction } from "~/services/db.server";
import { settleVaultStatuses } from "./settle-vault-status.server";

/**
 * Ends the escalation for a recipient who responds to our mail: they have it, even if it bounced. Returns the ids of the
 * messages written.
 */
export async function recordResponse(
  tx: Transaction,
  ids: { vaultId: string; deliveryId: string },
  now: Date,
): Promise<string[]> {
  const locked = await lockDelivery(tx, ids);
  if (!locked || !(await transitionDelivery(tx, locked.delivery, "responded", now))) return [];
  return settleVaultStatuses(tx, [locked.vault], now);
}
