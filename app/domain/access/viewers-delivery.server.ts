import { and, eq, inArray, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { hasMoved, movedTo } from "~/domain/recipients/moved-deliveries.server";
import type { Contact } from "~/domain/recipients/opening-link.server";
import { READINGS, UNCOUNTED_READINGS } from "~/domain/vault/events";
import { db } from "~/services/db.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";
import { deliveries, deliveryEvents, memories, recipients } from "~db/schema";
import type { Viewer } from "./can-view";

export type ViewersDelivery = {
  id: string;
  recipientName: string;
  /** Where the viewer was reached; with `phone`, the present email of the delivery. */
  recipientEmail: string;
  phone: PhoneNumber | null;
  /** The viewer's email, if they received it at an earlier one of their account. */
  movedTo: string | null;
  firstEmail: string | null;
  linkVersion: number;
  openedAt: Date | null;
  remindAt: Date | null;
  declinedAt: Date | null;
  isToSender: boolean;
  /** Whether the sender of a board listed the recipient; its guests gave their emails themselves. */
  isListed: boolean;
  /**
   * How many other people opened it before this recipient did, or so far; null if only openings that are not counted
   * came first.
   */
  readingsBefore: number | null;
};

/** Where the viewer is reached now. */
export const presentContact = ({ movedTo, recipientEmail, phone }: ViewersDelivery): Contact =>
  movedTo ? { recipientEmail: movedTo } : { recipientEmail, phone };

type ViewerValues = {
  user?: { id: string | Placeholder; email: string | Placeholder };
  openedDeliveryIds?: (string | Placeholder)[];
  claimedDeliveryIds?: (string | Placeholder)[];
};

/** Joins the deliveries of a vault that went to `viewer`, or that their codes and cards opened. */
export function toViewer({ user, openedDeliveryIds = [], claimedDeliveryIds = [] }: ViewerValues): SQL | undefined {
  const isTheirs = or(
    inArray(deliveries.id, [...openedDeliveryIds, ...claimedDeliveryIds]),
    user && or(eq(deliveries.recipientEmail, user.email), eq(deliveries.firstEmail, user.email), hasMoved(user.id)),
  );
  return and(eq(deliveries.vaultId, memories.id), isTheirs);
}

/** A code opens a delivery at once. An account opens it on a page that first says that the sender will see it. */
export function isOpenedTo(
  { openedDeliveryIds = [] }: Viewer,
  { id, openedAt }: { id: string; openedAt: Date | null },
) {
  return openedDeliveryIds.includes(id) || openedAt !== null;
}

const own = db
  .select({ id: sql`min(own.id)` })
  .from(sql`${deliveryEvents} own`)
  .where(sql`own.memory_id = ${memories.id} and own.delivery_id = ${deliveries.id} and own.kind = 'opened'`);

/** Not the sender, who wrote it. */
const readingsBefore = db
  .select({ count: sql`if(count(*) = 0, 0, nullif(sum(${inArray(deliveryEvents.kind, [...READINGS])}), 0))` })
  .from(deliveryEvents)
  .where(
    and(
      eq(deliveryEvents.vaultId, memories.id),
      inArray(deliveryEvents.kind, [...READINGS, ...UNCOUNTED_READINGS]),
      sql`${deliveryEvents.id} < coalesce(${own}, 18446744073709551615)`,
    ),
  );

const timesListed = db
  .select({ count: sql`count(*)` })
  .from(recipients)
  .where(
    and(
      eq(recipients.vaultId, memories.id),
      or(eq(recipients.email, deliveries.recipientEmail), eq(recipients.email, deliveries.firstEmail)),
    ),
  );

/** For queries that join vaults with `toViewer`. */
export const deliveryColumns = {
  id: deliveries.id,
  recipientName: deliveries.recipientName,
  recipientEmail: deliveries.recipientEmail,
  firstEmail: deliveries.firstEmail,
  smsTo: deliveries.smsTo,
  movedTo,
  linkVersion: deliveries.linkVersion,
  openedAt: deliveries.openedAt,
  remindAt: deliveries.remindAt,
  declinedAt: deliveries.declinedAt,
  isListed: sql`${timesListed} > 0`.mapWith(Boolean),
  readingsBefore: sql<number | null>`${readingsBefore}`.mapWith(Number),
};
