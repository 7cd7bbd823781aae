import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import { wasJustWritten, writeMessage } from "~/domain/outbox/message.server";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, startsWith, type Transaction } from "~/services/db.server";
import { messages, newsletterSubscribers } from "~db/schema";
import { newsletterUrl } from "./newsletter-links.server";

/**
 * Mails a link that confirms a new subscription, once if the button is pressed twice. The caller does not learn whether
 * the email subscribes already.
 */
export async function requestSubscription(email: string, now = clock.now()): Promise<void> {
  await inTransaction(async (tx) => {
    await tx
      .insert(newsletterSubscribers)
      .values({ id: subscriberIdOf(email), email, requestedAt: now })
      .onDuplicateKeyUpdate({ set: { requestedAt: now } });
    const ofEmail = eq(newsletterSubscribers.email, email);
    const [subscriber] = await tx.select().from(newsletterSubscribers).where(ofEmail).for("update");
    if (!subscriber || subscriber.confirmedAt) return;
    const { id } = subscriber;
    const keyPrefix = `newsletter-confirm:${id}:`;
    if (await wasJustWritten(tx, { keyPrefix, address: email }, now)) return;
    const uniqueKey = `${keyPrefix}${now.getTime()}`;
    const props = { url: newsletterUrl(id, "confirm") };
    await writeMessage(tx, { kind: "newsletter_confirm", uniqueKey, to: { name: "", email }, props }, now);
  });
}

/** The same for a later subscription, so that links in older issues end that one as well. */
const subscriberIdOf = (email: string) => keyedDigest("newsletter-subscriber", email).slice(0, 24);

/** `gone`: unsubscribed since, or not confirmed within a week. */
export type SubscriptionState = "requested" | "confirmed" | "gone";

export async function findSubscriptionState(id: string): Promise<SubscriptionState> {
  const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
  if (!row) return "gone";
  return row.confirmedAt ? "confirmed" : "requested";
}

export async function confirmSubscription(id: string, now = clock.now()): Promise<SubscriptionState> {
  const isUnconfirmed = and(eq(newsletterSubscribers.id, id), isNull(newsletterSubscribers.confirmedAt));
  await db.update(newsletterSubscribers).set({ confirmedAt: now }).where(isUnconfirmed);
  return findSubscriptionState(id);
}

export const unsubscribe = (id: string): Promise<void> => inTransaction((tx) => removeSubscriber(tx, id));

/** Deletes the address and its unsent issues. */
export async function removeSubscriber(tx: Transaction, id: string): Promise<void> {
  await tx.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
  const isTheirs = startsWith(messages.uniqueKey, `newsletter:${id}:`);
  await tx.delete(messages).where(and(isTheirs, or(eq(messages.state, "queued"), isNotNull(messages.contentUntil))));
}
