import { createId } from "@paralleldrive/cuid2";
import { and, count, desc, eq, gt, isNull, or } from "drizzle-orm";
import { recordEvent } from "~/domain/vault/history.server";
import type { VaultState } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, type Transaction } from "~/services/db.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { deliveries, memories, shares } from "~db/schema";
import { isShareToken, shareToken, shareUrl } from "./share-link.server";

/** How many links of one vault one person may have at a time. */
export const SHARES_AT_MOST = 20;

export type ShareResult = { ok: true; id: string } | { ok: false; reason: "not_found" | "too_many" };

/** A link by which a vault is shared, as it stands now. */
export type SharedBy = { shareId: string; vaultId: string; endsAt: Date | null; revokedAt: Date | null };

type SharerView = { as: "owner" } | { as: "recipient"; deliveryId: string } | { as: "legacy_contact" | "share" };

/** The part of a viewed vault that decides what its viewer may share. */
type Sharer = { view: SharerView; seesContent: boolean; vault: { id: string; state: VaultState } };

/**
 * Whether this view lets somebody make links: its owner's and a recipient's does, once the vault is delivered and they
 * have opened it.
 */
export function canShare({ view, seesContent, vault }: Sharer): boolean {
  return seesContent && vault.state === "delivered" && isEither(view);
}

const isEither = ({ as }: SharerView) => as === "owner" || as === "recipient";

/** Makes a link that shows the vault until `endsAt`, or until it is revoked. */
export async function createShare(sharer: Sharer, endsAt: Date | null, now = clock.now()): Promise<ShareResult> {
  if (!canShare(sharer)) return { ok: false, reason: "not_found" };
  const vaultId = sharer.vault.id;
  const deliveryId = makerOf(sharer.view);
  return inTransaction(async (tx): Promise<ShareResult> => {
    const [vault] = await tx
      .select({ state: memories.state })
      .from(memories)
      .where(eq(memories.id, vaultId))
      .for("update");
    if (vault?.state !== "delivered") return { ok: false, reason: "not_found" };
    const [live] = await tx
      .select({ count: count() })
      .from(shares)
      .where(and(eq(shares.vaultId, vaultId), madeBy(deliveryId), isLive(now)));
    if ((live?.count ?? 0) >= SHARES_AT_MOST) return { ok: false, reason: "too_many" };
    const id = createId();
    const tokenHash = hashSecretToken(shareToken(id));
    await tx.insert(shares).values({ id, vaultId, deliveryId, tokenHash, createdAt: now, endsAt });
    await recordEvent(tx, { vaultId, ...(deliveryId && { deliveryId }), kind: "shared" }, now);
    return { ok: true, id };
  });
}

/** The delivery of the recipient who makes a link; null for the vault's owner. */
const makerOf = (view: SharerView) => (view.as === "recipient" ? view.deliveryId : null);
const madeBy = (deliveryId: string | null) =>
  deliveryId === null ? isNull(shares.deliveryId) : eq(shares.deliveryId, deliveryId);
const isLive = (now: Date) => and(isNull(shares.revokedAt), or(isNull(shares.endsAt), gt(shares.endsAt, now)));

export type Share = {
  id: string;
  url: string;
  /** The recipient who made it; null for the vault's owner. */
  madeBy: string | null;
  createdAt: Date;
  endsAt: Date | null;
};

/** The links of a vault that still show it, newest first: all of them to its owner, to a recipient their own. */
export async function listShares({ view, vault }: Sharer, now = clock.now()): Promise<Share[]> {
  if (!isEither(view)) return [];
  const rows = await db
    .select({ share: shares, name: deliveries.recipientName, email: deliveries.recipientEmail })
    .from(shares)
    .leftJoin(deliveries, eq(deliveries.id, shares.deliveryId))
    .where(
      and(
        eq(shares.vaultId, vault.id),
        view.as === "recipient" ? eq(shares.deliveryId, view.deliveryId) : undefined,
        isLive(now),
      ),
    )
    .orderBy(desc(shares.createdAt), desc(shares.id));
  return rows.map(({ share: { id, deliveryId, createdAt, endsAt }, name, email }) => ({
    id,
    url: shareUrl(id),
    madeBy: deliveryId && (name || email),
    createdAt,
    endsAt,
  }));
}

/** Ends a link for good: whoever made it may, and the vault's owner. False when there is none that this person may end. */
export async function revokeShare({ view, vault }: Sharer, id: string, now = clock.now()): Promise<boolean> {
  if (!isEither(view)) return false;
  return inTransaction(async (tx) => {
    const result = await tx
      .update(shares)
      .set({ revokedAt: now })
      .where(
        and(
          eq(shares.id, id),
          eq(shares.vaultId, vault.id),
          view.as === "recipient" ? eq(shares.deliveryId, view.deliveryId) : undefined,
          isNull(shares.revokedAt),
        ),
      );
    if (changedRows(result) === 0) return false;
    const deliveryId = makerOf(view);
    await recordEvent(tx, { vaultId: vault.id, ...(deliveryId && { deliveryId }), kind: "share_revoked" }, now);
    return true;
  });
}

/** Ends what a recipient had shared: whoever had the address before has no say any more. */
export async function revokeSharesOf(tx: Transaction, deliveryId: string, now: Date): Promise<void> {
  await tx
    .update(shares)
    .set({ revokedAt: now })
    .where(and(eq(shares.deliveryId, deliveryId), isNull(shares.revokedAt)));
}

/** The share behind a token, for `canView`; undefined when there never was one. */
export async function findShare(token: string): Promise<SharedBy | undefined> {
  if (!isShareToken(token)) return undefined;
  const [row] = await db
    .select()
    .from(shares)
    .where(eq(shares.tokenHash, hashSecretToken(token)));
  return row && { shareId: row.id, vaultId: row.vaultId, endsAt: row.endsAt, revokedAt: row.revokedAt };
}
