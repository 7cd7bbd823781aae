import { and, asc, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "~/services/db.server";
import { prepareOnServer } from "~/services/prepared.server";
import { deliveries, deliveryEvents, proposedAddresses } from "~db/schema";
import type { DeliveryEvent, EventKind } from "./events";

const DETAIL_MAX_LENGTH = 500;

export type NewEvent = { vaultId: string; deliveryId?: string; kind: EventKind; detail?: string };

/** Call it in the transaction that causes the event. */
export function recordEvent(tx: Transaction, event: NewEvent, now: Date): Promise<void> {
  return recordEvents(tx, [event], now);
}

export async function recordEvents(tx: Transaction, events: NewEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    ...event,
    detail: (event.detail ?? "").slice(0, DETAIL_MAX_LENGTH),
    at: now,
  }));
  await tx.insert(deliveryEvents).values(rows);
}

const eventsOf = prepareOnServer(
  db
    .select({
      id: deliveryEvents.id,
      kind: deliveryEvents.kind,
      at: deliveryEvents.at,
      detail: deliveryEvents.detail,
      deliveryId: deliveryEvents.deliveryId,
      delivery: { name: deliveries.recipientName, state: deliveries.state, rung: deliveries.rung },
      proposal: {
        id: proposedAddresses.id,
        email: proposedAddresses.email,
        contactId: proposedAddresses.contactId,
        contactName: proposedAddresses.contactName,
        opensAt: proposedAddresses.nextStepAt,
      },
    })
    .from(deliveryEvents)
    .leftJoin(deliveries, eq(deliveries.id, deliveryEvents.deliveryId))
    .leftJoin(
      proposedAddresses,
      and(eq(proposedAddresses.deliveryId, deliveryEvents.deliveryId), eq(proposedAddresses.state, "waiting")),
    )
    .where(eq(deliveryEvents.vaultId, sql.placeholder("vaultId")))
    .orderBy(asc(deliveryEvents.id)),
);

/** Oldest first. The caller has checked that the viewer is the owner. */
export async function listEvents(vaultId: string): Promise<DeliveryEvent[]> {
  const rows = await eventsOf.execute({ vaultId });
  return rows.map((row) => ({ ...row, kind: row.kind as EventKind }));
}
