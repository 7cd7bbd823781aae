import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import type { CalendarDate } from "~/domain/calendar/delivery-date";
import * as clock from "~/services/clock.server";
import { db, type Transaction } from "~/services/db.server";
import { boardGuests, boardPosts, boardSettings, boardWelcomes } from "~db/schema";
import { type BoardSettings, DEFAULT_SETTINGS, findHostedBoard, mayDelete } from "./board.server";
import { isEmptyGuestOf } from "./guests.server";
import { changeWaitingBoard } from "./invitation.server";
import { readOpenedWith } from "./opened-with";
import { withdrawGuest } from "./posts.server";
import { noteRemovedGuests } from "./removed-guests.server";
import { decryptWelcome, saveWelcome } from "./welcome.server";

type Settings = BoardSettings & { welcome: string };
type Sent = { [Name in keyof Settings]?: Settings[Name] | undefined };

/** `stored`: another value of `field`, which was saved after the form was opened and is not what was sent. */
export type SettingsResult =
  | { ok: true }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "changed_elsewhere"; field: "welcome" | "closesOn"; stored: string };

/**
 * Writes the settings that differ from those that the form was opened with, so that two hosts do not undo each other's
 * choices; all that are given, without `openedWith`. Waiting pieces are shown when approval is switched off.
 */
export async function changeSettings(
  user: User,
  vaultId: string,
  { openedWith, ...sent }: Sent & { openedWith?: Sent },
  now = clock.now(),
): Promise<SettingsResult> {
  let result: SettingsResult = { ok: true };
  const isFound = await changeWaitingBoard(user, vaultId, async (tx) => {
    const stored = await findSettings(tx, vaultId);
    const changed = changedIn(sent, openedWith, stored);
    const field = (["welcome", "closesOn"] as const).find(
      (name) => openedWith && name in changed && (openedWith[name] ?? "") !== (stored[name] ?? ""),
    );
    if (field) {
      result = { ok: false, reason: "changed_elsewhere", field, stored: stored[field] ?? "" };
      return;
    }
    const { welcome, ...settings } = changed;
    await writeSettings(tx, vaultId, settings, now);
    if (welcome !== undefined) await saveWelcome(tx, vaultId, welcome);
  });
  return isFound ? result : { ok: false, reason: "not_found" };
}

async function findSettings(tx: Transaction, vaultId: string): Promise<Settings> {
  const [settings] = await tx.select().from(boardSettings).where(eq(boardSettings.vaultId, vaultId));
  const [welcome] = await tx.select().from(boardWelcomes).where(eq(boardWelcomes.vaultId, vaultId));
  return { ...(settings ?? DEFAULT_SETTINGS), welcome: welcome ? decryptWelcome(welcome) : "" };
}

/** The settings that were changed in the form and differ from the stored ones. */
function changedIn(sent: Sent, openedWith: Sent | undefined, stored: Settings): Partial<Settings> {
  const names = Object.keys(sent) as (keyof Settings)[];
  const changed = names.filter(
    (name) =>
      sent[name] !== undefined && sent[name] !== stored[name] && (!openedWith || sent[name] !== openedWith[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, sent[name]]));
}

/** For a board that its caller has locked. */
export async function writeSettings(tx: Transaction, vaultId: string, settings: Partial<BoardSettings>, now: Date) {
  if (Object.keys(settings).length === 0) return;
  await tx
    .insert(boardSettings)
    .values({ vaultId, ...settings })
    .onDuplicateKeyUpdate({ set: { ...settings } });
  if (settings.needsApproval !== false) return;
  await tx
    .update(boardPosts)
    .set({ state: "shown", updatedAt: now })
    .where(and(eq(boardPosts.vaultId, vaultId), eq(boardPosts.state, "waiting")));
}

type Choices = { isOpen?: boolean; needsApproval?: boolean; closesOn?: CalendarDate | undefined };

/**
 * Saves the settings of a draft or a new board, which has no other host yet, in the transaction that saves it.
 * Changes nothing without these fields; never changes the pause.
 */
export async function saveChoices(tx: Transaction, vaultId: string, choices: Choices, now: Date): Promise<void> {
  await writeSettings(tx, vaultId, settingsIn(choices), now);
}

/**
 * What `saveChoices` would change of a scheduled board. Leaves out what others have chosen since the form was opened.
 */
export async function findChangedChoices(
  tx: Transaction,
  vaultId: string,
  { openedWith, ...choices }: Choices & { openedWith?: string | undefined },
): Promise<Partial<BoardSettings>> {
  return changedIn(settingsIn(choices), readOpenedWith(openedWith), await findSettings(tx, vaultId));
}

function settingsIn({ isOpen, needsApproval, closesOn }: Choices): Partial<BoardSettings> {
  if (isOpen === undefined || needsApproval === undefined) return {};
  return { isOpen, needsApproval, closesOn: closesOn || null };
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

/** With their pieces. A guest who is gone counts as removed. Returns false where the user may not. */
export async function removeGuest(user: User, vaultId: string, guestId: string): Promise<boolean> {
  const board = await findHostedBoard(user, vaultId);
  if (!board || !mayDelete(user, board)) return false;
  if (!(await findHostedGuest(user, vaultId, guestId))) return true;
  await noteRemovedGuests(db, and(eq(boardGuests.id, guestId), eq(boardGuests.vaultId, vaultId)));
  await withdrawGuest({ id: guestId, vaultId });
  return true;
}
