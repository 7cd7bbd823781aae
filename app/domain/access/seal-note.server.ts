import { dateIn } from "~/domain/calendar/delivery-date";
import { isUnchanged } from "~/domain/seal/certificate.server";
import type { SealNote } from "~/domain/seal/seal-note";
import type { ViewedVault } from "./view-vault.server";

/**
 * What its recipient is told of a vault's seal: checked against the certificate now (see `isUnchanged` for what that
 * covers), with the first readings that the record holds from before their own. Undefined where there is no
 * certificate, and for everybody else.
 */
export async function noteOfSeal({ seal, delivery }: ViewedVault): Promise<SealNote | undefined> {
  if (!delivery || !seal?.vault.sealedAt) return undefined;
  const sealedOn = dateIn(seal.vault.deliveryZone, seal.vault.sealedAt);
  return { sealedOn, isUnchanged: await isUnchanged(seal), readersBefore: delivery.readingsBefore };
}
