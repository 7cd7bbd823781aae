import { dateIn } from "~/domain/calendar/delivery-date";
import { isUnchanged } from "~/domain/seal/certificate.server";
import type { SealNote } from "~/domain/seal/seal-note";
import type { ViewedVault } from "./view-vault.server";

/** Checks the seal now, with the readings before this recipient's own. Undefined for other viewers. */
export async function noteOfSeal({ seal, delivery }: ViewedVault): Promise<SealNote | undefined> {
  if (!delivery || !seal?.vault.sealedAt) return undefined;
  const sealedOn = dateIn(seal.vault.deliveryZone, seal.vault.sealedAt);
  return { sealedOn, isUnchanged: await isUnchanged(seal), readersBefore: delivery.readingsBefore };
}
