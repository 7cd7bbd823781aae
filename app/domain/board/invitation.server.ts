import { and, eq, inArray, lte } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { DELIVERABLE_STATES, isDeliverable, isOpen } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db, inTransaction, isDuplicate, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import {
  boardGuests,
  boardHosts,
  boardInvitations,
  boardNews,
  boardPosts,
  boardSettings,
  boardWelcomes,
  memories,
  removedGuests,
} from "~db/schema";
import { type Board, boardQuery, isHostedBy, toBoard } from "./board.server";
import { inviteCode, inviteCodeHash, inviteUrl } from "./invite-link.server";
import { deletePostsOf } from "./posts.server";

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

/** The code that a guest joined with, as long as it works. A newer one may be kept from them. */
export async function findCodeOfGuest(guestId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ seed: boardInvitations.seed })
    .from(boardInvitations)
    .innerJoin(boardGuests, eq(boardGuests.vaultId, boardInvitations.vaultId))
    .where(and(eq(boardGuests.id, guestId), lte(boardInvitations.createdAt, boardGuests.joinedAt)));
  return row && inviteCode(row.seed);
}

/** The previous link stops working. Returns false where there is no such board. */
export function makeInvitation(user: User, vaultId: string, now = clock.now()): Promise<boolean> {
  return changeWaitingBoard(user, vaultId, async (tx) => {
    const invitation = invitationOf(createId(), now);
    await tx
      .insert(boardInvitations)
      .values({ vaultId, ...invitation })
      .onDuplicateKeyUpdate({ set: invitation });
  });
}

/** Guests stay on the list. Returns false where there is no such board. */
export function revokeInvitation(user: User, vaultId: string): Promise<boolean> {
  return changeWaitingBoard(user, vaultId, async (tx) => {
    await tx.delete(boardInvitations).where(eq(boardInvitations.vaultId, vaultId));
  });
}

/** Locks the board. Returns false unless the user hosts it and it waits. */
export function changeWaitingBoard(
  user: User,
  vaultId: string,
  change: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const isTheirs = and(
      eq(memories.id, vaultId),
      eq(memories.isMemoryBoard, true),
      inArray(memories.state, [...DELIVERABLE_STATES]),
      isHostedBy(user),
    );
    const [board] = await tx.select({ id: memories.id }).from(memories).where(isTheirs).for("update");
    if (board) await change(tx);
    return board !== undefined;
  });
}

/** For a board that is being cancelled in `tx`. Its files go once that is committed. */
export async function deleteBoard(tx: Transaction, vaultId: string, now: Date): Promise<void> {
  await deletePostsOf(tx, eq(boardPosts.vaultId, vaultId), now);
  for (const table of [
    boardInvitations,
    boardGuests,
    removedGuests,
    boardHosts,
    boardSettings,
    boardWelcomes,
    boardNews,
  ]) {
    await tx.delete(table).where(eq(table.vaultId, vaultId));
  }
}

/** Undefined for unknown and revoked codes. For `code` see `parsePrintedCode`. */
export async function findBoardByCode(code: string): Promise<Board | undefined> {
  const [invitation] = await db
    .select({ vaultId: boardInvitations.vaultId })
    .from(boardInvitations)
    .where(eq(boardInvitations.codeHash, inviteCodeHash(code)));
  if (!invitation) return undefined;
  const [row] = await boardQuery(db, eq(memories.id, invitation.vaultId));
  const board = row && row.vault.state !== "cancelled" ? toBoard(row) : undefined;
  return board && (isDeliverable(board) || isOpen(board)) ? board : undefined;
}
