import { createId } from "@paralleldrive/cuid2";
import { addMilliseconds } from "date-fns";
import { eq } from "drizzle-orm";
import { wakeSender } from "~/domain/message/message.server";
import { DELIVERABLE_STATES } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { databaseNow, inTransaction, type Transaction } from "~/services/db.server";
import { wake } from "~/services/jobs.server";
import { deliveries, memories, profiles } from "~db/schema";
import { addressDelivery } from "./address-delivery.server";
import { type Addressee, addresseesOf } from "./addressees.server";
import { takesNothing } from "./block-sender.server";
import { concludeVault } from "./conclude-vault.server";
import { moveDelivery, moveVault } from "./move.server";

/** The queue's clock may be ahead of the database's by this much, in milliseconds: then the task asks again soon. */
const NEARLY_MS = 5_000;
const AGAIN_AFTER_MS = 200;

type VaultRow = typeof memories.$inferSelect;

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

    await moveVault(tx, memoryId, "due", now);
    const written: string[] = [];
    for (const addressee of addressees) {
      written.push(...(await beginDelivery(tx, vault, sender.fullName, addressee, now)));
    }
    // Where nobody takes it there is nothing to wait for.
    if (written.length === 0) return concludeVault(tx, { ...vault, state: "delivering" }, now);
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

/** Answers the id of the message; none when whoever has the address takes nothing from this sender. */
async function beginDelivery(
  tx: Transaction,
  vault: VaultRow,
  senderName: string,
  { name, email }: Addressee,
  now: Date,
): Promise<string[]> {
  const delivery = {
    id: createId(),
    memoryId: vault.id,
    senderId: vault.userId,
    type: vault.type,
    deliveryAt: vault.deliveryAt ?? now,
    recipientName: name,
    recipientEmail: email,
  };
  const isUnwanted = await takesNothing(tx, { senderId: vault.userId, place: email });
  const messageId = isUnwanted ? null : await addressDelivery(tx, vault, senderName, delivery, now);
  await tx.insert(deliveries).values({ ...delivery, state: "queued", messageId, createdAt: now, updatedAt: now });
  if (isUnwanted) await moveDelivery(tx, delivery, "blocked", now);
  return messageId ? [messageId] : [];
}
