import { subDays } from "date-fns";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import { NOT_RENDERED } from "~/domain/outbox/earlier-attempt.server";
import { lockDelivery } from "~/domain/vault/delivery-rows.server";
import { senderOf } from "~/domain/vault/sender.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { readPhoneNumber } from "~/services/sms/phone-number.server";
import { deliveries, messages } from "~db/schema";
import { writeDeliverySms } from "./try-sms.server";
import { rewriteDeliveryMail } from "./write-delivery-mails.server";

const DELIVERIES_AT_ONCE = 1_000;

/** In days. A key that is missing from the settings is likely to be back by then. */
const UNRENDERED_FOR = 1;

/**
 * Writes the messages of queued deliveries again that the database has lost, as MariaDB may when its disk is full, or
 * that are damaged. They have the same ids, and the provider is asked first whether they were sent. Reads all
 * deliveries.
 */
export async function rewriteMissingMessages(now = clock.now()): Promise<void> {
  const found = await db
    .select({ deliveryId: deliveries.id, vaultId: deliveries.vaultId })
    .from(deliveries)
    .leftJoin(messages, eq(messages.id, deliveries.messageId))
    .where(and(eq(deliveries.state, "queued"), or(isNull(messages.id), isUnrendered(now))))
    .limit(DELIVERIES_AT_ONCE);
  for (const one of found) {
    try {
      const messageId = await inTransaction((tx) => rewrite(tx, one, now));
      if (messageId)
        log.error({ ...one, messageId }, "the message of a delivery was missing or damaged; it was written again");
    } catch (error) {
      log.error({ err: error, ...one }, "the missing message of a delivery could not be written");
    }
  }
}

const isUnrendered = (now: Date) =>
  and(
    eq(messages.state, "queued"),
    eq(messages.lastError, NOT_RENDERED),
    lt(messages.createdAt, subDays(now, UNRENDERED_FOR)),
  );

async function rewrite(
  tx: Transaction,
  wanted: { deliveryId: string; vaultId: string },
  now: Date,
): Promise<string | undefined> {
  const locked = await lockDelivery(tx, wanted);
  if (locked?.delivery.state !== "queued") return undefined;
  const { vault, delivery } = locked;
  const isCurrent = eq(messages.id, delivery.messageId ?? "");
  await tx.delete(messages).where(and(isCurrent, isUnrendered(now)));
  if ((await tx.$count(messages, isCurrent)) > 0) return undefined;
  const at = delivery.updatedAt;
  const smsTo = delivery.rung === "sms" && readPhoneNumber(delivery.smsTo ?? "");
  const messageId = smsTo
    ? await writeDeliverySms(tx, vault, { ...delivery, smsTo }, at)
    : await rewriteDeliveryMail(tx, vault, await senderOf(tx, vault), delivery, at);
  await tx.update(messages).set({ mayBeSent: true, attemptedAt: at }).where(eq(messages.id, messageId));
  await tx.update(deliveries).set({ messageId }).where(eq(deliveries.id, delivery.id));
  return messageId;
}
