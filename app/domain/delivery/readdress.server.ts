import { and, asc, eq, inArray } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { endWaitsFor } from "~/domain/legacy/waits.server";
import { wakeSender } from "~/domain/message/message.server";
import { revokeSharesOf } from "~/domain/share/shares.server";
import { forgetVault, indexVault, ownerOfReceived, ownerOfSent } from "~/domain/vault/search-terms.server";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, isDuplicate, type Transaction } from "~/services/db.server";
import { deliveries, memories, openingCodes, readingSessions } from "~db/schema";
import { addressDelivery } from "./address-delivery.server";
import { takesNothing } from "./block-sender.server";
import { careForNewAddress, moveDelivery, moveVault } from "./move.server";
import { DELIVERY_MOVES } from "./moves";
import { recordEvent } from "./record.server";

type VaultRow = typeof memories.$inferSelect;
type DeliveryRow = typeof deliveries.$inferSelect;

/** An address that its owner can correct: of a delivery that failed, or of a sealed vault before its day. */
export type CorrectableAddress = { deliveryId: string | undefined; recipientName: string; recipientEmail: string };

export type ReaddressResult = { ok: true } | { ok: false; reason: "not_found" | "not_needed" | "taken" | "unwanted" };

/** The addresses of a user's vault that can be corrected now; undefined when there is no such vault of theirs. */
export async function listCorrectable(user: User, memoryId: string): Promise<CorrectableAddress[] | undefined> {
  const [vault] = await db.select().from(memories).where(own(user, memoryId));
  if (!vault) return undefined;
  if (isCorrectableItself(vault)) {
    const { recipient, recipientEmail } = vault;
    return [{ deliveryId: undefined, recipientName: recipient ?? "", recipientEmail: recipientEmail ?? "" }];
  }
  const failed = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.memoryId, memoryId), inArray(deliveries.state, [...DELIVERY_MOVES.readdressed.from])))
    .orderBy(asc(deliveries.recipientName), asc(deliveries.id));
  return failed.map(({ id, recipientName, recipientEmail }) => ({ deliveryId: id, recipientName, recipientEmail }));
}

const own = (user: User, memoryId: string) => and(eq(memories.id, memoryId), eq(memories.userId, user.id));

/** A vault that waits unsealed is edited as a whole; boards and letters to oneself have no address of their own. */
function isCorrectableItself({ state, isMemoryBoard, isFutureSelf }: VaultRow): boolean {
  return state === "sealed" && !isMemoryBoard && !isFutureSelf;
}

/**
 * Gives a vault's recipient another address. A delivery that failed begins anew at once, whether the address is another
 * or the same again; links and codes that went to the old one open nothing any more, and what was shared
 * from there is not shared any more. A sealed vault goes to the new
 * address on its day.
 */
export async function readdress(
  user: User,
  memoryId: string,
  { deliveryId, email }: { deliveryId?: string | undefined; email: string },
  now = clock.now(),
): Promise<ReaddressResult> {
  let messageId: string | undefined;
  try {
    const result = await inTransaction(async (tx): Promise<ReaddressResult> => {
      messageId = undefined;
      const [vault] = await tx.select().from(memories).where(own(user, memoryId)).for("update");
      if (!vault) return { ok: false, reason: "not_found" };
      if (isCorrectableItself(vault)) return correctBeforehand(tx, user, vault, email, now);
      const [delivery] = await tx
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.memoryId, memoryId), eq(deliveries.id, deliveryId ?? "")))
        .for("update");
      if (!delivery) return { ok: false, reason: "not_found" };
      if (await takesNothing(tx, { senderId: user.id, recipientEmail: email }))
        return { ok: false, reason: "unwanted" };
      messageId = await beginAnew(tx, user.name, vault, delivery, { email, by: "" }, now);
      return messageId ? { ok: true } : { ok: false, reason: "not_needed" };
    });
    if (messageId) await wakeSender(messageId);
    return result;
  } catch (error) {
    if (isDuplicate(error, "deliveries_recipient")) return { ok: false, reason: "taken" };
    throw error;
  }
}

async function correctBeforehand(
  tx: Transaction,
  user: User,
  vault: VaultRow,
  email: string,
  now: Date,
): Promise<ReaddressResult> {
  if (vault.recipientEmail === email) return { ok: true };
  await tx
    .update(memories)
    .set({ recipientEmail: email, updatedAt: now, ...careForNewAddress(now) })
    .where(eq(memories.id, vault.id));
  const heading = `${decryptTitle(vault)} ${vault.recipient ?? ""} ${email}`;
  await indexVault(tx, {
    memoryId: vault.id,
    owner: ownerOfSent(user.id),
    deliveryAt: vault.deliveryAt ?? now,
    heading,
    message: "",
  });
  await recordEvent(tx, { memoryId: vault.id, kind: "address_changed" }, now);
  return { ok: true };
}

/**
 * Begins a delivery that failed anew, with both its rows locked by the caller. `by` is the name of the legacy contact
 * who gave the address, or "" where its sender did. Answers the id of the new message; undefined when the delivery has
 * not failed.
 */
export async function beginAnew(
  tx: Transaction,
  senderName: string,
  vault: VaultRow,
  delivery: DeliveryRow,
  { email, by }: { email: string; by: string },
  now: Date,
): Promise<string | undefined> {
  const columns = { recipientEmail: email, detail: by };
  if (!(await moveDelivery(tx, delivery, "readdressed", now, columns))) return undefined;
  await endWaitsFor(tx, vault.id);
  await forgetVault(tx, vault.id, ownerOfReceived(delivery.recipientEmail));
  await tx
    .update(openingCodes)
    .set({ expiresAt: now })
    .where(and(eq(openingCodes.deliveryId, delivery.id)));
  await tx.delete(readingSessions).where(eq(readingSessions.deliveryId, delivery.id));
  await revokeSharesOf(tx, delivery.id, now);
  const messageId = await addressDelivery(tx, vault, senderName, { ...delivery, recipientEmail: email }, now);
  await tx.update(deliveries).set({ messageId }).where(eq(deliveries.id, delivery.id));
  const isOnly = !vault.isMemoryBoard;
  if (isOnly) await tx.update(memories).set({ recipientEmail: email }).where(eq(memories.id, vault.id));
  if (vault.state === "held") await moveVault(tx, vault.id, "tried_again", now);
  return messageId;
}
