import { and, eq, inArray } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { DELIVERABLE_STATES, DISPLAY_TITLE, OPEN_STATES } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, isDuplicate, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { boardGuests, boardInvitations, memories, profiles } from "~db/schema";
import { type Guest, listGuests } from "./guests.server";
import { inviteCode, inviteCodeHash, inviteUrl } from "./invite-link.server";

/** Gives a new board the link that its form showed, or a fresh one where another board of that form has it. */
export async function inviteToNewBoard(tx: Transaction, vaultId: string, formId: string, now: Date): Promise<void> {
  try {
    await tx.insert(boardInvitations).values({ vaultId, ...invitationOf(formId, now) });
  } catch (error) {
    if (!isDuplicate(error, "board_invitations_code")) throw error;
    await tx.insert(boardInvitations).values({ vaultId, ...invitationOf(createId(), now) });
  }
}

const invitationOf = (seed: string, now: Date) => ({
  seed,
  codeHash: inviteCodeHash(inviteCode(seed)),
  createdAt: now,
});

export async function findInviteLink(vaultId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ seed: boardInvitations.seed })
    .from(boardInvitations)
    .where(eq(boardInvitations.vaultId, vaultId));
  return row && inviteUrl(inviteCode(row.seed));
}

export type OwnBoard = { title: string; url: string | null; guests: Guest[] };

/** Undefined when the board is not the user's or not waiting. */
export async function findOwnBoard(user: User, vaultId: string): Promise<OwnBoard | undefined> {
  const [row] = await db
    .select({ vault: memories, seed: boardInvitations.seed })
    .from(memories)
    .leftJoin(boardInvitations, eq(boardInvitations.vaultId, memories.id))
    .where(waitingBoard(user, vaultId));
  if (!row) return undefined;
  return {
    title: decryptTitle(row.vault) || DISPLAY_TITLE,
    url: row.seed && inviteUrl(inviteCode(row.seed)),
    guests: await listGuests(db, vaultId),
  };
}

/** The previous link stops working. Returns false where there is no such board. */
export function makeInvitation(user: User, vaultId: string, now = clock.now()): Promise<boolean> {
  return inTransaction(async (tx) => {
    if (!(await lockOwnBoard(tx, user, vaultId))) return false;
    const invitation = invitationOf(createId(), now);
    await tx
      .insert(boardInvitations)
      .values({ vaultId, ...invitation })
      .onDuplicateKeyUpdate({ set: invitation });
    return true;
  });
}

/** Guests stay on the list. Returns false where there is no such board. */
export function revokeInvitation(user: User, vaultId: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    if (!(await lockOwnBoard(tx, user, vaultId))) return false;
    await tx.delete(boardInvitations).where(eq(boardInvitations.vaultId, vaultId));
    return true;
  });
}

/** For a board that is being cancelled in `tx`. */
export async function deleteInvitees(tx: Transaction, vaultId: string): Promise<void> {
  await tx.delete(boardInvitations).where(eq(boardInvitations.vaultId, vaultId));
  await tx.delete(boardGuests).where(eq(boardGuests.vaultId, vaultId));
}

export async function findOwnGuest(
  user: User,
  vaultId: string,
  guestId: string,
): Promise<{ name: string } | undefined> {
  const [guest] = await db
    .select({ name: boardGuests.name })
    .from(boardGuests)
    .innerJoin(memories, eq(memories.id, boardGuests.vaultId))
    .where(and(eq(boardGuests.id, guestId), waitingBoard(user, vaultId)));
  return guest;
}

export function removeGuest(user: User, vaultId: string, guestId: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    if (!(await lockOwnBoard(tx, user, vaultId))) return false;
    const result = await tx
      .delete(boardGuests)
      .where(and(eq(boardGuests.id, guestId), eq(boardGuests.vaultId, vaultId)));
    return changedRows(result) > 0;
  });
}

const waitingBoard = (user: User, vaultId: string) =>
  and(
    eq(memories.id, vaultId),
    eq(memories.userId, user.id),
    eq(memories.isMemoryBoard, true),
    inArray(memories.state, [...DELIVERABLE_STATES]),
  );

async function lockOwnBoard(tx: Transaction, user: User, vaultId: string): Promise<boolean> {
  const [board] = await tx.select({ id: memories.id }).from(memories).where(waitingBoard(user, vaultId)).for("update");
  return board !== undefined;
}

export type InvitedBoard = { id: string; title: string; hostName: string; isOpened: boolean };

/** Undefined for unknown and revoked codes. For `code` see `parsePrintedCode`. */
export async function findBoardByCode(code: string): Promise<InvitedBoard | undefined> {
  const [row] = await db
    .select({ vault: memories, hostName: profiles.fullName })
    .from(boardInvitations)
    .innerJoin(memories, eq(memories.id, boardInvitations.vaultId))
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .where(eq(boardInvitations.codeHash, inviteCodeHash(code)));
  if (!row) return undefined;
  const { vault, hostName } = row;
  const isOpened = OPEN_STATES.some((open) => open === vault.state);
  const isWaiting = DELIVERABLE_STATES.some((waiting) => waiting === vault.state);
  if (!isOpened && !isWaiting) return undefined;
  return { id: vault.id, title: decryptTitle(vault) || DISPLAY_TITLE, hostName, isOpened };
}
