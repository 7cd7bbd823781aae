import { and, asc, eq, inArray } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import { isUnchanged } from "~/domain/seal/certificate.server";
import type { SealNote } from "~/domain/seal/seal-note";
import { type EventKind, READINGS, UNCOUNTED_READINGS } from "~/domain/vault/events";
import { db } from "~/services/db.server";
import { deliveryEvents } from "~db/schema";
import type { ViewedVault } from "./view-vault.server";

/** Checks the seal now, with the readings before this reader's own. Undefined for viewers without a delivery. */
export async function noteOfSeal({ seal, delivery, view }: ViewedVault): Promise<SealNote | undefined> {
  if (!delivery || !seal?.vault.sealedAt) return undefined;
  const { id, deliveryZone, sealedAt } = seal.vault;
  const [isAsSealed, readersBefore] = await Promise.all([
    isUnchanged(seal),
    countReadersBefore(id, delivery.id, view.as === "card_holder" ? "card_used" : "opened"),
  ]);
  return { sealedOn: dateIn(deliveryZone, sealedAt), isUnchanged: isAsSealed, readersBefore };
}

/** Not the sender, who wrote it. `ownKind` is the event of this reader's first reading. */
async function countReadersBefore(
  vaultId: string,
  deliveryId: string,
  ownKind: EventKind,
): Promise<SealNote["readersBefore"]> {
  const kinds: EventKind[] = [...READINGS, ...UNCOUNTED_READINGS];
  const events = await db
    .select({ kind: deliveryEvents.kind, deliveryId: deliveryEvents.deliveryId })
    .from(deliveryEvents)
    .where(and(eq(deliveryEvents.vaultId, vaultId), inArray(deliveryEvents.kind, kinds)))
    .orderBy(asc(deliveryEvents.id));
  const own = events.findIndex((event) => event.kind === ownKind && event.deliveryId === deliveryId);
  const before = own < 0 ? events : events.slice(0, own);
  const counted = before.filter(({ kind }) => READINGS.some((reading) => reading === kind)).length;
  return counted === 0 && before.length > 0 ? null : counted;
}
