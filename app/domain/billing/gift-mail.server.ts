import { inArray } from "drizzle-orm";
import type { Plan } from "~/domain/account/plans";
import { writeMessage } from "~/domain/outbox/message.server";
import { db, type Transaction } from "~/services/db.server";
import { type gifts, messages } from "~db/schema";
import { giftUrl } from "./gift-link.server";

const keyOf = (checkoutId: string) => `gift:${checkoutId}`;

/** Writes the mail once for each gift. */
export async function writeGiftMail(
  tx: Transaction,
  gift: typeof gifts.$inferSelect,
  { plan, giverId }: { plan: Plan; giverId: string | null },
  now: Date,
): Promise<void> {
  const { checkoutId, giverName, recipientName: name, recipientEmail: email, note } = gift;
  await writeMessage(
    tx,
    {
      kind: "gift",
      senderId: giverId ?? undefined,
      uniqueKey: keyOf(checkoutId),
      to: { name, email },
      props: { name, giverName, plan: plan.name, vaults: plan.vaultLimit, note, url: giftUrl(checkoutId) },
    },
    now,
  );
}

/** Returns those of `checkoutIds` whose gift was mailed. */
export async function mailedGifts(checkoutIds: string[]): Promise<Set<string>> {
  if (checkoutIds.length === 0) return new Set();
  const rows = await db
    .select({ key: messages.uniqueKey })
    .from(messages)
    .where(inArray(messages.uniqueKey, checkoutIds.map(keyOf)));
  const written = new Set(rows.map(({ key }) => key));
  return new Set(checkoutIds.filter((id) => written.has(keyOf(id))));
}
