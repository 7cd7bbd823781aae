import { lockDelivery } from "~/domain/vault/delivery-rows.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import type { Transaction } from "~/services/db.server";
import { settleVaultStatuses } from "./settle-vault-status.server";

/** A recipient who responds to a mail has received it, even if it bounced. Ends the escalation. */
export async function recordResponse(
  tx: Transaction,
  ids: { vaultId: string; deliveryId: string },
  now: Date,
): Promise<void> {
  const locked = await lockDelivery(tx, ids);
  if (!locked || !(await transitionDelivery(tx, locked.delivery, "responded", now))) return;
  await settleVaultStatuses(tx, [locked.vault], now);
}
