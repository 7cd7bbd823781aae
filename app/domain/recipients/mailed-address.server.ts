import { and, eq } from "drizzle-orm";
import { db } from "~/services/db.server";
import { isSameSecret } from "~/services/secret-token.server";
import { deliveries, messages } from "~db/schema";
import { deliveryIdIn, openingLink } from "./opening-link.server";

/**
 * By the link of a mail, whatever the delivery's address is now, and the link's version. Undefined for any other link.
 */
export async function findMailedAddress(link: string): Promise<{ senderId: string; email: string } | undefined> {
  const id = deliveryIdIn(link);
  if (!id) return undefined;
  const mailed = await db
    .selectDistinct({
      senderId: deliveries.senderId,
      email: messages.toAddress,
      linkVersion: deliveries.linkVersion,
    })
    .from(deliveries)
    .innerJoin(messages, and(eq(messages.vaultId, deliveries.vaultId), eq(messages.deliveryId, deliveries.id)))
    .where(and(eq(deliveries.id, id), eq(messages.channel, "mail")));
  const isLinkOf = ({ email: recipientEmail, linkVersion: last }: (typeof mailed)[number]) =>
    Array.from({ length: last + 1 }, (_, linkVersion) => openingLink({ id, recipientEmail, linkVersion })).some((one) =>
      isSameSecret(link, one),
    );
  return mailed.find(isLinkOf);
}
