import { createId } from "@paralleldrive/cuid2";
import { writeMessage } from "~/domain/message/message.server";
import { indexVault, ownerOfReceived } from "~/domain/vault/search-terms.server";
import { decryptContent } from "~/domain/vault/vault-content.server";
import type { Transaction } from "~/services/db.server";
import type { memories } from "~db/schema";
import { deliveryMailOf } from "./delivery-mail";
import { openingUrl } from "./opening-link.server";

/**
 * Writes the mail of one delivery to its address as it is now, and lets whoever has that address find the vault by its
 * words. Answers the id of the message, which the delivery's row is to name.
 */
export async function addressDelivery(
  tx: Transaction,
  vault: typeof memories.$inferSelect,
  senderName: string,
  delivery: { id: string; deliveryAt: Date; recipientName: string; recipientEmail: string },
  now: Date,
): Promise<string> {
  const { id, deliveryAt, recipientName, recipientEmail } = delivery;
  const { title, message } = decryptContent(vault);
  await indexVault(tx, {
    memoryId: vault.id,
    owner: ownerOfReceived(recipientEmail),
    deliveryAt,
    heading: `${title} ${senderName}`,
    message,
  });
  return writeMessage(
    tx,
    {
      kind: "delivery",
      // The same address may be tried again later on: what keeps this from being written twice is the delivery's move.
      uniqueKey: `delivery:${id}:${createId()}`,
      to: { name: recipientName, address: recipientEmail },
      props: deliveryMailOf({ ...vault, title, message }, { recipientName, senderName, url: openingUrl(delivery) }),
      memoryId: vault.id,
      deliveryId: id,
    },
    now,
  );
}
