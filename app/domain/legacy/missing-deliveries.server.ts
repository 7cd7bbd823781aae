import { findStopped } from "~/domain/outbox/stopped-senders.server";
import { countedDeliveries, isFailed } from "~/domain/vault/events";
import { isOpen } from "~/domain/vault/vault";
import type { Queryable } from "~/services/db.server";
import type { DeliveryState, VaultState } from "~db/schema/states";

type Delivery = { state: DeliveryState; isHostCopy: boolean; senderId: string; recipientEmail: string };

/**
 * Returns the failed deliveries about which contacts may be asked. A delivered letter has reached its recipient in
 * another way, and recipients who have blocked the sender are left alone.
 */
export async function findMissing<One extends Delivery>(
  queryable: Queryable,
  vault: { state: VaultState; isMemoryBoard: boolean },
  deliveries: readonly One[],
): Promise<One[]> {
  const isMissed = isOpen(vault) && (vault.isMemoryBoard || vault.state !== "delivered");
  const failed = isMissed ? countedDeliveries(deliveries).filter(({ state }) => isFailed(state)) : [];
  const isBlocked = await findStopped(queryable, failed.map(mailOf));
  return failed.filter((one) => !isBlocked(mailOf(one)));
}

const mailOf = ({ senderId, recipientEmail }: Delivery) => ({ senderId, email: recipientEmail });
