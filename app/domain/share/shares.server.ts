import { and, desc, eq, gt, inArray, isNull, or } from "drizzle-orm";
import { touchVaults } from "~/domain/vault/delivery-rows.server";
import { recordEvent } from "~/domain/vault/history.server";
import type { VaultState } from "~/domain/vault/vault";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { pressedTwiceSince } from "~/services/repeats.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { deliveries, memories, shares } from "~db/schema";

/** For one person and one vault. */
export const SHARES_AT_MOST = 20;
/** In characters: 132 bits of a keyed digest, short enough to read out. */
const TOKEN_LENGTH = 22;

export type ShareResult = { ok: true; id: string } | { ok: false; reason: "not_found" | "too_many" };

export type SharedBy = { shareId: string; vaultId: string; endsAt: Date | null; revokedAt: Date | null };

type SharerView =
  | { as: "owner" }
  | { as: "recipient"; deliveryId: string }
  | { as: "card_holder" | "legacy_contact" | "share" };

type Sharer = { view: SharerView; seesContent: boolean; vault: { id: string; state: VaultState } };

/** Owners and recipients may, once the vault is delivered and opened. */
export function canShare({ view, seesContent, vault }: Sharer): boolean {
  return seesContent && vault.state === "delivered" && isOwnerOrRecipient(view);
}

const isOwnerOrRecipient = ({ as }: SharerView) => as === "owner" || as === "recipient";

/**
 * Works until `endsAt` or until it is revoked. Returns one that is seconds old and ends then: the button may be pressed
 * twice.
 */
export async function createShare(sharer: Sharer, endsAt: Date | null, now = clock.now()): Promise<ShareResult> {
  if (!canShare(sharer)) return { ok: false, reason: "not_found" };
  const vaultId = sharer.vault.id;
  const deliveryId = creatorOf(sharer.view);
  return inTransaction(async (tx): Promise<ShareResult> => {
    await touchVaults(tx, [vaultId]);
    const [vault] = await tx.select({ state: memories.state }).from(memories).where(eq(memories.id, vaultId));
    if (vault?.state !== "delivered") return { ok: false, reason: "not_found" };
    const own = and(eq(shares.vaultId, vaultId), madeBy(deliveryId), isLive(now));
    const live = await tx
      .select({ id: shares.id, endsAt: shares.endsAt, createdAt: shares.createdAt })
      .from(shares)
      .where(own);
    const justMade = live.find(
      (share) => share.endsAt?.getTime() === endsAt?.getTime() && share.createdAt > pressedTwiceSince(now),
    );
    if (justMade) return { ok: true, id: justMade.id };
    if (live.length >= SHARES_AT_MOST) return { ok: false, reason: "too_many" };
    const id = createId();
    const tokenHash = hashSecretToken(shareTokenFor(id));
    await tx.insert(shares).values({ id, vaultId, deliveryId, tokenHash, createdAt: now, endsAt });
    await recordEvent(tx, { vaultId, ...(deliveryId && { deliveryId }), kind: "shared" }, now);
    return { ok: true, id };
  });
}

// Null for the owner of the vault.
const creatorOf = (view: SharerView) => (view.as === "recipient" ? view.deliveryId : null);
const madeBy = (deliveryId: string | null) =>
  deliveryId === null ? isNull(shares.deliveryId) : eq(shares.deliveryId, deliveryId);
const isLive = (now: Date) => and(isNull(shares.revokedAt), or(isNull(shares.endsAt), gt(shares.endsAt, now)));

export type Share = {
  id: string;
  url: string;
  madeBy: string | null;
  createdAt: Date;
  endsAt: Date | null;
};

/** Newest first: all of them for the owner, their own for a recipient. */
export async function listShares({ view, vault }: Sharer, now = clock.now()): Promise<Share[]> {
  if (!isOwnerOrRecipient(view)) return [];
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

/** The link's maker and the vault's owner may. Returns false where there is no such link. */
export async function revokeShare({ view, vault }: Sharer, id: string, now = clock.now()): Promise<boolean> {
  if (!isOwnerOrRecipient(view)) return false;
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
    const deliveryId = creatorOf(view);
    await recordEvent(tx, { vaultId: vault.id, ...(deliveryId && { deliveryId }), kind: "share_revoked" }, now);
    return true;
  });
}

/** For a delivery that goes to another email. */
export async function revokeSharesOf(tx: Transaction, deliveryId: string, now: Date): Promise<void> {
  await tx
    .update(shares)
    .set({ revokedAt: now })
    .where(and(eq(shares.deliveryId, deliveryId), isNull(shares.revokedAt)));
}

/** For an erased owner. Recipients' links stay. */
export async function revokeSharesOfOwner(tx: Transaction, vaultIds: string[], now: Date): Promise<void> {
  const ofOwner = and(inArray(shares.vaultId, vaultIds), isNull(shares.deliveryId));
  await tx
    .update(shares)
    .set({ revokedAt: now })
    .where(and(ofOwner, isNull(shares.revokedAt)));
}

/** Derived from the id, so the database never holds the token. */
export function shareTokenFor(shareId: string): string {
  return keyedDigest("share-link", shareId, "base64url").slice(0, TOKEN_LENGTH);
}

const shareUrl = (shareId: string) => `${env.BASE_URL}/s/${shareTokenFor(shareId)}`;

/** Undefined for an unknown token. */
export async function findShare(token: string): Promise<SharedBy | undefined> {
  if (!/^[\w-]{22}$/.test(token)) return undefined;
  const [row] = await db
    .select()
    .from(shares)
    .where(eq(shares.tokenHash, hashSecretToken(token)));
  return row && { shareId: row.id, vaultId: row.vaultId, endsAt: row.endsAt, revokedAt: row.revokedAt };
}
