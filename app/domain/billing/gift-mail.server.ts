import type { Plan } from "~/domain/account/plans";
import { writeMessage } from "~/domain/outbox/message.server";
import type { Transaction } from "~/services/db.server";
import type { gifts } from "~db/schema";
import { giftUrl } from "./gift-link.server";

/** Once for each gift. */
export async function writeGiftMail(
  tx: Transaction,
  gift: typeof gifts.$inferSelect,
  plan: Plan,
  now: Date,
): Promise<void> {
  const { checkoutId, giverName, recipientName: name, recipientEmail: email, note } = gift;
  await writeMessage(
    tx,
    {
      kind: "gift",
      uniqueKey: `gift:${checkoutId}`,
      to: { name, email },
      props: { name, giverName, plan: plan.name, vaults: plan.vaultLimit, note, url: giftUrl(checkoutId) },
    },
    now,
  );
}
