import { and, desc, eq } from "drizzle-orm";
import { findPlan, type Plan } from "~/domain/account/plans";
import { type OutboxMessage, writeMessage } from "~/domain/outbox/message.server";
import { firstKey } from "~/domain/outbox/repeat-message.server";
import { isStopped } from "~/domain/outbox/stopped-senders.server";
import { env } from "~/env.server";
import { changedRows, db, startsWith, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { checkouts, gifts, messages, type orders, profiles } from "~db/schema";
import { giftUrl } from "./gift-link.server";
import { decryptGiftNote } from "./gift-note.server";
import { isRefunded } from "./order-state";

type Gift = typeof gifts.$inferSelect;

const mailsOf = (checkoutId: string) => `gift:${checkoutId}:`;

/** Writes the mail once for each gift. The caller has locked the gift. */
export async function writeGiftMail(
  tx: Transaction,
  gift: Gift,
  { plan, giverId }: { plan: Plan; giverId: string | null },
  now: Date,
): Promise<void> {
  if (gift.mailState) return;
  const { checkoutId, giverName, recipientName: name, recipientEmail: email } = gift;
  await tx.update(gifts).set({ mailState: "written" }).where(eq(gifts.checkoutId, checkoutId));
  if (giverId && (await isStopped(tx, { senderId: giverId, email }))) return loseMail(tx, checkoutId, email, now);
  await writeMessage(
    tx,
    {
      kind: "gift",
      senderId: giverId ?? undefined,
      uniqueKey: `${mailsOf(checkoutId)}${createId()}`,
      to: { name, email },
      props: {
        name,
        giverName,
        plan: plan.name,
        vaults: plan.vaultLimit,
        note: decryptGiftNote(gift),
        url: giftUrl(checkoutId),
      },
    },
    now,
  );
}

/** A gift that was refunded and paid for again has several mails, of which the last one leaves. */
export async function isLastGiftMail({ uniqueKey }: OutboxMessage): Promise<boolean> {
  const [, checkoutId = ""] = uniqueKey.split(":");
  const [last] = await db
    .select({ uniqueKey: messages.uniqueKey })
    .from(messages)
    .where(startsWith(messages.uniqueKey, mailsOf(checkoutId)))
    .orderBy(desc(messages.createdAt), desc(messages.uniqueKey))
    .limit(1);
  return last === undefined || firstKey(last.uniqueKey) === firstKey(uniqueKey);
}

/** To the account that had claimed the gift, and now has the plan `left`. Written once for each order of the gift. */
export async function writeGiftRefundedMail(
  tx: Transaction,
  { checkoutId, giverName }: Gift,
  order: typeof orders.$inferSelect,
  { claimer, left }: { claimer: { name: string; email: string }; left: Plan },
  now: Date,
): Promise<void> {
  await writeMessage(
    tx,
    {
      kind: "gift_refunded",
      uniqueKey: `gift_refunded:${checkoutId}:${order.id}`,
      to: claimer,
      props: {
        name: claimer.name,
        giverName,
        plan: findPlan(order.planId ?? "free").name,
        isRefunded: isRefunded(order),
        planLeft: left.name,
        vaults: left.vaultLimit,
        url: `${env.BASE_URL}/settings/plan`,
      },
    },
    now,
  );
}

/** For the giver to see, who is mailed as well. Returns false for other messages. */
export async function noteLostGift(
  tx: Transaction,
  { kind, uniqueKey, toAddress }: OutboxMessage,
  now: Date,
): Promise<boolean> {
  if (kind !== "gift") return false;
  const [, checkoutId = ""] = uniqueKey.split(":");
  await loseMail(tx, checkoutId, toAddress, now);
  return true;
}

/** Does nothing if it went to another address since. */
async function loseMail(tx: Transaction, checkoutId: string, email: string, now: Date): Promise<void> {
  const ofMail = and(eq(gifts.checkoutId, checkoutId), eq(gifts.recipientEmail, email), eq(gifts.mailState, "written"));
  if (changedRows(await tx.update(gifts).set({ mailState: "lost" }).where(ofMail)) === 0) return;
  const [lost] = await tx
    .select({ gift: gifts, giver: { name: profiles.fullName, email: profiles.email } })
    .from(gifts)
    .innerJoin(checkouts, eq(checkouts.id, gifts.checkoutId))
    .innerJoin(profiles, eq(profiles.id, checkouts.userId))
    .where(eq(gifts.checkoutId, checkoutId));
  if (!lost || lost.gift.claimedAt) return;
  const { recipientName, recipientEmail } = lost.gift;
  await writeMessage(
    tx,
    {
      kind: "gift_lost",
      uniqueKey: `gift_lost:${checkoutId}:${createId()}`,
      to: lost.giver,
      props: {
        name: lost.giver.name,
        recipientName,
        recipientEmail,
        url: `${env.BASE_URL}/settings/plan/gift/${checkoutId}`,
      },
    },
    now,
  );
}
