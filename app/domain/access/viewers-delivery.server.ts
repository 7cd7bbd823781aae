import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { READINGS } from "~/domain/vault/events";
import { db } from "~/services/db.server";
import { deliveries, deliveryEvents, memories, profiles } from "~db/schema";
import type { Viewer } from "./can-view";

/** The delivery by which a vault went to whoever is looking. */
export type ViewersDelivery = {
  id: string;
  recipientName: string;
  recipientEmail: string;
  /** The address that was tried before. */
  firstEmail: string | null;
  openedAt: Date | null;
  remindAt: Date | null;
  /** Whether it went to the very person who wrote it. */
  isToSender: boolean;
  /** How often others had opened the vault before this recipient first did; so far, if they have not. */
  readingsBefore: number;
};

/** The condition that joins to a vault those of its deliveries that went to `viewer`: two at most. */
export function toViewer({ user, openedDeliveryId }: Viewer): SQL | undefined {
  const isTheirs = or(
    openedDeliveryId === undefined ? undefined : eq(deliveries.id, openedDeliveryId),
    user && or(eq(deliveries.recipientEmail, user.email), eq(deliveries.firstEmail, user.email)),
  );
  return and(eq(deliveries.vaultId, memories.id), isTheirs ?? sql`false`);
}

/** Whoever came with a code has opened it; an account opens a letter on the page that says that its sender sees it. */
export function isOpenedTo({ openedDeliveryId }: Viewer, { id, openedAt }: { id: string; openedAt: Date | null }) {
  return id === openedDeliveryId || openedAt !== null;
}

const own = db
  .select({ id: sql`min(own.id)` })
  .from(sql`${deliveryEvents} own`)
  .where(sql`own.memory_id = ${memories.id} and own.delivery_id = ${deliveries.id} and own.kind = 'opened'`);

/** A message to the future self has one reader, whether they come by its link or by their account. */
const readingsBefore = db
  .select({ count: sql`count(*)` })
  .from(deliveryEvents)
  .where(
    and(
      eq(deliveryEvents.vaultId, memories.id),
      inArray(deliveryEvents.kind, [...READINGS]),
      or(ne(memories.type, "future-self"), ne(deliveryEvents.kind, "read_by_sender")),
      sql`${deliveryEvents.id} < coalesce(${own}, 18446744073709551615)`,
    ),
  );

/** To be selected where vaults are joined with their senders and with `toViewer`. */
export const deliveryColumns = {
  id: deliveries.id,
  recipientName: deliveries.recipientName,
  recipientEmail: deliveries.recipientEmail,
  firstEmail: deliveries.firstEmail,
  openedAt: deliveries.openedAt,
  remindAt: deliveries.remindAt,
  isToSender: sql`${deliveries.recipientEmail} = ${profiles.email}`.mapWith(Boolean),
  readingsBefore: sql<number>`${readingsBefore}`.mapWith(Number),
};
