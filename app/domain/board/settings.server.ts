import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import type { CalendarDate } from "~/domain/calendar/delivery-date";
import * as clock from "~/services/clock.server";
import { db, type Transaction } from "~/services/db.server";
import { boardGuests, boardPosts, boardSettings } from "~db/schema";
import { type BoardSettings, findHostedBoard, mayDelete } from "./board.server";
import { isEmptyGuestOf } from "./guests.server";
import { changeWaitingBoard } from "./invitation.server";
import { withdrawGuest } from "./posts.server";
import { noteRemovedGuests } from "./removed-guests.server";
import { saveWelcome } from "./welcome.server";

/** Without approval, waiting pieces are shown. Omitting `welcome` keeps it. False where there is no such board. */
export function changeSettings(
  user: User,
  vaultId: string,
  { welcome, ...settings }: BoardSettings & { welcome?: string | undefined },
  now = clock.now(),
): Promise<boolean> {
  return changeWaitingBoard(user, vaultId, async (tx) => {
    await writeSettings(tx, vaultId, settings, now);
    if (welcome !== undefined) await saveWelcome(tx, vaultId, welcome);
  });
}

async function writeSettings(tx: Transaction, vaultId: string, settings: Partial<BoardSettings>, now: Date) {
  await tx
    .insert(boardSettings)
    .values({ vaultId, ...settings })
    .onDuplicateKeyUpdate({ set: { ...settings } });
  if (settings.needsApproval) return;
  await tx
    .update(boardPosts)
    .set({ state: "shown", updatedAt: now })
    .where(and(eq(boardPosts.vaultId, vaultId), eq(boardPosts.state, "waiting")));
}

type Choices = { isOpen?: boolean; needsApproval?: boolean; closesOn?: CalendarDate | undefined };

/**
 * Saves the settings in a board's form, in the transaction that saves the board. Changes nothing without these fields;
 * never changes the pause.
 */
export async function saveChoices(
  tx: Transaction,
  vaultId: string,
  { isOpen, needsApproval, closesOn }: Choices,
  now: Date,
): Promise<void> {
  if (isOpen === undefined || needsApproval === undefined) return;
  await writeSettings(tx, vaultId, { isOpen, needsApproval, closesOn: closesOn ?? null }, now);
}

/** The guest that the user may remove. */
export async function findHostedGuest(user: User, vaultId: string, guestId: string) {
  const board = await findHostedBoard(user, vaultId);
  if (!board || !mayDelete(user, board)) return undefined;
  const [guest] = await db
    .select({ name: boardGuests.name })
    .from(boardGuests)
    .where(and(eq(boardGuests.id, guestId), eq(boardGuests.vaultId, vaultId)));
  const pieces = await db.$count(boardPosts, eq(boardPosts.guestId, guestId));
  return guest && { ...guest, pieces };
}

/** Returns false where there is no such board. They can join again. */
export function removeEmptyGuests(user: User, vaultId: string): Promise<boolean> {
  return changeWaitingBoard(user, vaultId, async (tx) => {
    await noteRemovedGuests(tx, isEmptyGuestOf(vaultId));
    await tx.delete(boardGuests).where(isEmptyGuestOf(vaultId));
  });
}

/** With their pieces. A guest who is gone counts as removed. */
export async function removeGuest(user: User, vaultId: string, guestId: string): Promise<boolean> {
  if (!(await findHostedGuest(user, vaultId, guestId))) return false;
  await noteRemovedGuests(db, and(eq(boardGuests.id, guestId), eq(boardGuests.vaultId, vaultId)));
  await withdrawGuest({ id: guestId, vaultId });
  return true;
}
