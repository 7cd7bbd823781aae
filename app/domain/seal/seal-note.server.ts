import { and, eq, lt, or } from "drizzle-orm";
import { dateIn } from "~/domain/vault/delivery-date";
import type { ViewedVault } from "~/domain/vault/view-vault.server";
import { db } from "~/services/db.server";
import { deliveryEvents } from "~db/schema";
import { checkSeal } from "./certificate.server";
import type { SealNote } from "./seal-note";

/**
 * What its recipient is told of a vault's seal: checked against the certificate now (see `checkSeal` for what that
 * covers), with the first openings that the record holds from before their own. Undefined where there is no
 * certificate, and for everybody else.
 */
export async function noteOfSeal({ vault, view }: ViewedVault): Promise<SealNote | undefined> {
  if (view.as !== "recipient" || !vault.sealedAt) return undefined;
  const [checked, readersBefore] = await Promise.all([checkSeal(vault.id), countReadersBefore(vault, view.deliveryId)]);
  if (!checked) return undefined;
  return { sealedOn: dateIn(vault.deliveryZone, checked.sealedAt), isUnchanged: checked.isUnchanged, readersBefore };
}

/** A message to the future self has one reader, whether they come by its link or by their account. */
async function countReadersBefore({ id, type }: ViewedVault["vault"], deliveryId: string): Promise<number> {
  const [own] = await db
    .select({ id: deliveryEvents.id })
    .from(deliveryEvents)
    .where(and(eq(deliveryEvents.memoryId, id), eq(deliveryEvents.deliveryId, deliveryId), isOpening))
    .limit(1);
  if (!own) return 0;
  const isReading = type === "future-self" ? isOpening : or(isOpening, eq(deliveryEvents.kind, "read_by_sender"));
  return db.$count(deliveryEvents, and(eq(deliveryEvents.memoryId, id), isReading, lt(deliveryEvents.id, own.id)));
}

const isOpening = eq(deliveryEvents.kind, "opened");
