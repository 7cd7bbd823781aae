import { createId } from "@paralleldrive/cuid2";
import { addMilliseconds } from "date-fns";
import { eq } from "drizzle-orm";
import { wakeSender, writeMessage } from "~/domain/message/message.server";
import { dateIn } from "~/domain/vault/delivery-date";
import { indexVault, ownerOfReceived } from "~/domain/vault/search-terms.server";
import { DELIVERABLE_STATES, DISPLAY_TITLE } from "~/domain/vault/vault";
import { decryptContent } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { databaseNow, inTransaction, type Transaction } from "~/services/db.server";
import { wake } from "~/services/jobs.server";
import { deliveries, memories, profiles, recipients } from "~db/schema";
import { openingUrl } from "./opening-link.server";
import { recordEvent } from "./record.server";

/** The queue's clock may be ahead of the database's by this much, in milliseconds: then the task asks again soon. */
const NEARLY_MS = 5_000;
const AGAIN_AFTER_MS = 200;

type VaultRow = typeof memories.$inferSelect;
type Addressee = { name: string; email: string };

/**
 * Begins the delivery of a vault if it is due at `given`, or now by the database's clock: no machine whose own clock is
 * fast delivers early. It makes one delivery and one message per recipient, in one transaction. Anything else (not due
 * any more, cancelled, delivered already, sender not verified) changes nothing, so it may be called at any time and
 * any number of times.
 */
export async function deliverVault(memoryId: string, given?: Date): Promise<void> {
  let isNearlyDue = false;
  const messageIds = await inTransaction(async (tx) => {
    const now = given ?? (await databaseNow(tx));
    const [vault] = await tx.select().from(memories).where(eq(memories.id, memoryId)).for("update");
    isNearlyDue = vault !== undefined && isDue(vault, addMilliseconds(now, NEARLY_MS)) && !isDue(vault, now);
    if (!vault || !isDue(vault, now)) return [];
    const [sender] = await tx.select().from(profiles).where(eq(profiles.id, vault.userId));
    if (!sender) throw new Error(`Vault ${memoryId} has no owner.`);
    const addressees = await addresseesOf(tx, vault, { name: sender.fullName, email: sender.email });
    if (!sender.emailVerifiedAt) return [];

    await tx.update(memories).set({ state: "delivering", updatedAt: now }).where(eq(memories.id, vault.id));
    await recordEvent(tx, { memoryId, kind: "due" }, now);
    const written: string[] = [];
    for (const addressee of addressees) {
      written.push(await beginDelivery(tx, vault, sender.fullName, addressee, now));
    }
    return written;
  });
  await wakeSender(...messageIds);
  if (isNearlyDue) await wake("deliver_vault", memoryId, { memoryId }, addMilliseconds(clock.now(), AGAIN_AFTER_MS));
}

function isDue(vault: VaultRow, now: Date): boolean {
  return (
    DELIVERABLE_STATES.some((state) => state === vault.state) && vault.deliveryAt !== null && vault.deliveryAt <= now
  );
}

/** A board goes to its listed people and to its creator; every other vault to its one recipient. */
async function addresseesOf(tx: Transaction, vault: VaultRow, creator: Addressee): Promise<Addressee[]> {
  if (!vault.isMemoryBoard) return [{ name: vault.recipient ?? "", email: vault.recipientEmail ?? "" }];
  const listed = await tx
    .select({ name: recipients.name, email: recipients.email })
    .from(recipients)
    .where(eq(recipients.memoryId, vault.id));
  return [...new Map([...listed, creator].map((person) => [person.email, person])).values()];
}

async function beginDelivery(
  tx: Transaction,
  vault: VaultRow,
  senderName: string,
  { name, email }: Addressee,
  now: Date,
): Promise<string> {
  const delivery = {
    id: createId(),
    memoryId: vault.id,
    senderId: vault.userId,
    type: vault.type,
    deliveryAt: vault.deliveryAt ?? now,
    recipientName: name,
    recipientEmail: email,
  };
  await tx.insert(deliveries).values({ ...delivery, state: "queued", createdAt: now, updatedAt: now });
  const { title, message } = decryptContent(vault);
  const heading = `${title} ${senderName}`;
  const owner = ownerOfReceived(email);
  await indexVault(tx, { memoryId: vault.id, owner, deliveryAt: delivery.deliveryAt, heading, message });
  return writeMessage(
    tx,
    {
      kind: "delivery",
      uniqueKey: `delivery:${delivery.id}`,
      to: { name, address: email },
      props: {
        recipientName: name,
        senderName,
        title: title || DISPLAY_TITLE,
        writtenOn: dateIn(vault.deliveryZone, vault.createdAt),
        url: openingUrl(delivery),
        ...(vault.includesMessage && { message }),
      },
      memoryId: vault.id,
      deliveryId: delivery.id,
    },
    now,
  );
}
