import { and, asc, eq, inArray } from "drizzle-orm";
import { DELIVERABLE_STATES } from "~/domain/vault/vault";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { isSameSecret } from "~/services/secret-token.server";
import { boardGuests, boardInvitations, memories } from "~db/schema";
import { inviteCodeHash } from "./invite-link.server";

export const GUESTS_AT_MOST = 500;

export type Guest = { id: string; name: string; email: string | null };
export type Joining = Pick<Guest, "name" | "email"> & {
  /** Created with the form, so the same form sent twice is one guest. */
  formId: string;
};
/** `not_found`: the code was revoked, or the board is no longer waiting. */
export type JoinResult = { ok: true; guest: Guest } | { ok: false; reason: "not_found" | "full" };

/** The same form sent twice is one guest, and so is the same email, which takes the latest name. */
export function joinBoard(code: string, { formId, ...typed }: Joining, now = clock.now()): Promise<JoinResult> {
  return inTransaction(async (tx): Promise<JoinResult> => {
    const vaultId = await lockBoard(tx, code);
    if (vaultId === undefined) return { ok: false, reason: "not_found" };
    const [known] = await tx.select().from(boardGuests).where(eq(boardGuests.id, formId));
    if (known?.vaultId === vaultId && known.name === typed.name && known.email === typed.email) {
      return { ok: true, guest: { id: known.id, ...typed } };
    }
    const ofAddress = await renameAtAddress(tx, vaultId, typed);
    if (ofAddress) return { ok: true, guest: ofAddress };
    const others = await tx.$count(boardGuests, eq(boardGuests.vaultId, vaultId));
    if (others >= GUESTS_AT_MOST) return { ok: false, reason: "full" };
    // The same form with another name is another guest.
    const guest = { id: known ? createId() : formId, ...typed };
    await tx.insert(boardGuests).values({ ...guest, vaultId, joinedAt: now });
    return { ok: true, guest };
  });
}

/** Corrects a guest. An email that is on the list already merges the two. */
export function correctGuest(code: string, id: string, typed: Omit<Joining, "formId">): Promise<JoinResult> {
  return inTransaction(async (tx): Promise<JoinResult> => {
    const vaultId = await lockBoard(tx, code);
    const isListed = vaultId !== undefined && (await tx.$count(boardGuests, isGuest(vaultId, id))) > 0;
    if (!isListed) return { ok: false, reason: "not_found" };
    const ofAddress = await renameAtAddress(tx, vaultId, typed);
    if (ofAddress) {
      if (ofAddress.id !== id) await tx.delete(boardGuests).where(isGuest(vaultId, id));
      return { ok: true, guest: ofAddress };
    }
    await tx.update(boardGuests).set(typed).where(isGuest(vaultId, id));
    return { ok: true, guest: { id, ...typed } };
  });
}

export async function leaveBoard(code: string, id: string): Promise<void> {
  await inTransaction(async (tx) => {
    const vaultId = await lockBoard(tx, code);
    if (vaultId !== undefined) await tx.delete(boardGuests).where(isGuest(vaultId, id));
  });
}

async function renameAtAddress(
  tx: Transaction,
  vaultId: string,
  { name, email }: Omit<Joining, "formId">,
): Promise<Guest | undefined> {
  if (email === null) return undefined;
  const [listed] = await tx
    .select({ id: boardGuests.id })
    .from(boardGuests)
    .where(and(eq(boardGuests.vaultId, vaultId), eq(boardGuests.email, email)));
  if (!listed) return undefined;
  await tx.update(boardGuests).set({ name }).where(eq(boardGuests.id, listed.id));
  return { id: listed.id, name, email };
}

const isGuest = (vaultId: string, id: string) => and(eq(boardGuests.id, id), eq(boardGuests.vaultId, vaultId));

/** Prevents joining during the delivery or beyond the limit. */
async function lockBoard(tx: Transaction, code: string): Promise<string | undefined> {
  const ofCode = eq(boardInvitations.codeHash, inviteCodeHash(code));
  const [invitation] = await tx.select({ vaultId: boardInvitations.vaultId }).from(boardInvitations).where(ofCode);
  if (!invitation) return undefined;
  const isWaiting = and(eq(memories.id, invitation.vaultId), inArray(memories.state, [...DELIVERABLE_STATES]));
  const [board] = await tx.select({ id: memories.id }).from(memories).where(isWaiting).for("update");
  // The link may have been revoked before the lock was held.
  return (await tx.$count(boardInvitations, ofCode)) > 0 ? board?.id : undefined;
}

export function listGuests(queryable: Queryable, vaultId: string): Promise<Guest[]> {
  return queryable
    .select({ id: boardGuests.id, name: boardGuests.name, email: boardGuests.email })
    .from(boardGuests)
    .where(eq(boardGuests.vaultId, vaultId))
    .orderBy(asc(boardGuests.joinedAt), asc(boardGuests.id));
}

/**
 * Recognises a guest's browser. Signed over name and email: someone who joins with another person's email must not see
 * that person's later corrections.
 */
export function guestProof({ id, name, email }: Guest): string {
  return `${id}.${keyedDigest("board-guest", JSON.stringify([id, name, email]), "base64url")}`;
}

export async function findGuest(vaultId: string, proofs: string[]): Promise<Guest | undefined> {
  const ids = proofs.map((proof) => proof.slice(0, proof.indexOf(".")));
  if (ids.length === 0) return undefined;
  const guests = await db
    .select({ id: boardGuests.id, name: boardGuests.name, email: boardGuests.email })
    .from(boardGuests)
    .where(and(eq(boardGuests.vaultId, vaultId), inArray(boardGuests.id, ids)));
  return proofs.flatMap((proof) => guests.filter((guest) => isSameSecret(guestProof(guest), proof)))[0];
}
