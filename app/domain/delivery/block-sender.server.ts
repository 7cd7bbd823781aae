import { and, asc, eq, inArray, or } from "drizzle-orm";
import { wakeSender } from "~/domain/message/message.server";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, type Transaction } from "~/services/db.server";
import { blockedSenders, deliveries, memories } from "~db/schema";
import { addressDelivery } from "./address-delivery.server";
import { DELIVERY_STATES, isHandedOver } from "./delivery";
import { UNWANTED } from "./ladder";
import { moveDelivery, moveVault } from "./move.server";
import type { SealedDelivery } from "./opening.server";

/** A sender and the address or the number where nothing of theirs is taken. */
type Between = { senderId: string; place: string };

const pair = ({ senderId, place }: Between) =>
  and(eq(blockedSenders.senderId, senderId), eq(blockedSenders.recipient, digestOf(place)));

const digestOf = (place: string) => keyedDigest("blocked-sender", place);

type Reached = Pick<SealedDelivery, "senderId" | "recipientEmail"> & Partial<Pick<SealedDelivery, "phone">>;

/** Whoever came by a text speaks for its number, and for no mailbox. */
const betweenOf = ({ senderId, recipientEmail, phone }: Reached): Between => ({
  senderId,
  place: phone ?? recipientEmail,
});

/** Whether whoever has the place to which this delivery's link went has blocked its sender. */
export async function isSenderBlocked(delivery: Reached): Promise<boolean> {
  const rows = await db
    .select({ at: blockedSenders.createdAt })
    .from(blockedSenders)
    .where(pair(betweenOf(delivery)));
  return rows.length > 0;
}

/**
 * Whether an address or a number takes nothing from this sender, for whoever is about to send something there: until `tx` is
 * through, nobody changes their mind.
 */
export async function takesNothing(tx: Transaction, between: Between): Promise<boolean> {
  return (await takingNothing(tx, [between])).size > 0;
}

/** Those of the places that take nothing from a sender. */
export async function takingNothing<Asked extends Between>(tx: Transaction, asked: Asked[]): Promise<Set<Asked>> {
  if (asked.length === 0) return new Set();
  const rows = await tx
    .select({ senderId: blockedSenders.senderId, recipient: blockedSenders.recipient })
    .from(blockedSenders)
    .where(or(...asked.map(pair)))
    .for("update");
  if (rows.length === 0) return new Set();
  const blocked = new Set(rows.map(({ senderId, recipient }) => `${senderId} ${recipient}`));
  return new Set(asked.filter(({ senderId, place }) => blocked.has(`${senderId} ${digestOf(place)}`)));
}

/**
 * From now on no vault of this sender is delivered to the address or the number that `delivery` went to, and of what was delivered
 * before nobody is reminded there. Nobody blocks themselves.
 */
export async function blockSender(delivery: SealedDelivery, now = clock.now()): Promise<void> {
  if (delivery.isToSender) return;
  const { senderId, place } = betweenOf(delivery);
  await inTransaction(async (tx) => {
    await tx
      .insert(blockedSenders)
      .values({ senderId, recipient: digestOf(place), createdAt: now })
      .onDuplicateKeyUpdate({ set: { senderId } });
    await tx
      .update(deliveries)
      .set({ remindAt: null, nextStepAt: null })
      .where(
        and(
          eq(deliveries.senderId, senderId),
          or(eq(deliveries.recipientEmail, place), eq(deliveries.textedTo, place)),
          inArray(deliveries.state, DELIVERY_STATES.filter(isHandedOver)),
        ),
      );
  });
}

/** Takes letters from a sender again; those that were kept back meanwhile are delivered now. */
export async function unblockSender(delivery: SealedDelivery, now = clock.now()): Promise<void> {
  const between = betweenOf(delivery);
  const messageIds = await inTransaction(async (tx) => {
    if (changedRows(await tx.delete(blockedSenders).where(pair(between))) === 0) return [];
    const keptBack = await tx
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.recipientEmail, between.place),
          eq(deliveries.senderId, between.senderId),
          eq(deliveries.rung, UNWANTED),
        ),
      )
      .orderBy(asc(deliveries.memoryId));
    const written: string[] = [];
    for (const one of keptBack) written.push(...(await deliverAfterAll(tx, one, delivery.senderName, now)));
    return written;
  });
  await wakeSender(...messageIds);
}

async function deliverAfterAll(
  tx: Transaction,
  delivery: typeof deliveries.$inferSelect,
  senderName: string,
  now: Date,
): Promise<string[]> {
  const [vault] = await tx.select().from(memories).where(eq(memories.id, delivery.memoryId)).for("update");
  if (!vault || !(await moveDelivery(tx, delivery, "unblocked", now))) return [];
  const messageId = await addressDelivery(tx, vault, senderName, delivery, now);
  await tx.update(deliveries).set({ messageId }).where(eq(deliveries.id, delivery.id));
  if (vault.state === "held") await moveVault(tx, vault.id, "tried_again", now, { heldUntil: null });
  return [messageId];
}
