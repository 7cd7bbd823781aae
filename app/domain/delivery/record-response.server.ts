import { lockDelivery } from "~/domain/vault/delivery-rows.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import type { Transaction } from "~/services/db.server";
import { settleVaultStatuses } from "./settle-vault-status.server";

/**
 * Ends the escalate for a recipient who does something with our mail: they have it, even where it seemed to come back.
 * Answers the ids of messages that follow from it.
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
