import { and, asc, desc, eq, gt, inArray, isNull, notExists, or, type SQL } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { lockVerifiedEmail } from "~/domain/account/lock-account.server";
import { zoneTime } from "~/domain/calendar/delivery-date";
import { wasJustWritten, writeMessage } from "~/domain/outbox/message.server";
import { isOpen } from "~/domain/vault/vault";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { repeatableSince } from "~/services/repeats.server";
import { isSameSecret } from "~/services/secret-token.server";
import { boardGuests, boardPosts, memories, profiles } from "~db/schema";
import type { Closed } from "./board";
import { type Board, boardQuery, lastDayOf, lockBoard, toBoard, whyClosed } from "./board.server";
import { confirmationToken, guestIdIn, isGuestProof } from "./guest-link.server";

export type Guest = {
  id: string;
  vaultId: string;
  name: string;
  email: string | null;
  isEmailConfirmed: boolean;
  /** The account that took over the guest's pieces. */
  userId: string | null;
};
export type RenameResult = { ok: true; needsApproval: boolean } | { ok: false; closed: Closed };

/** Refused while the board is sealed. The name is shown with the guest's pieces, so they may need approval again. */
export function renameGuest(guest: Guest, name: string, now = clock.now()): Promise<RenameResult> {
  return inTransaction(async (tx): Promise<RenameResult> => {
    const board = await lockBoard(tx, guest.vaultId);
    if (board.state !== "scheduled") return { ok: false, closed: whyClosed(board, now) ?? "sealed" };
    const [current] = await tx.select().from(boardGuests).where(eq(boardGuests.id, guest.id));
    await tx.update(boardGuests).set({ name }).where(eq(boardGuests.id, guest.id));
    if (current?.name === name) return { ok: true, needsApproval: false };
    const theirs = eq(boardPosts.guestId, guest.id);
    await tx.update(boardPosts).set({ updatedAt: now }).where(theirs);
    if (!board.settings.needsApproval) return { ok: true, needsApproval: false };
    const shown = and(theirs, eq(boardPosts.state, "shown"));
    const again = await tx.$count(boardPosts, shown);
    await tx.update(boardPosts).set({ state: "waiting" }).where(shown);
    return { ok: true, needsApproval: again > 0 };
  });
}

/**
 * Nothing is mailed for a host whose own email is not verified, nor after the reveal, when there is nothing left to
 * announce.
 */
export type GuestEmailResult = "mailed" | "removed" | "confirmed_before" | "host_unverified" | "revealed";

/**
 * Mails the guest's link to the address, which confirms it. Pressing the button twice mails it once. Several guests
 * may give one address. The mail leaves out the guest's name: anyone with the invite link could type any words to any
 * address.
 */
export async function setGuestEmail(
  guest: Guest,
  board: Board,
  email: string | null,
  now = clock.now(),
): Promise<GuestEmailResult> {
  if (email !== null && isOpen(board)) return "revealed";
  if (email !== null && !board.isHostVerified) return "host_unverified";
  return inTransaction(async (tx): Promise<GuestEmailResult> => {
    const [current] = await tx.select().from(boardGuests).where(eq(boardGuests.id, guest.id)).for("update");
    if (!current) return "removed";
    const isConfirmed = current.email === email && current.emailConfirmedAt !== null;
    if (isConfirmed) return "confirmed_before";
    await tx.update(boardGuests).set({ email, emailConfirmedAt: null }).where(eq(boardGuests.id, guest.id));
    if (email === null) return "removed";
    const keyPrefix = `guest_link:${guest.id}:`;
    if (await wasJustWritten(tx, { keyPrefix, address: email }, now)) return "mailed";
    const url = `${env.BASE_URL}/guest-link/${confirmationToken(guest.id, email)}`;
    const { hostId, hostName, deliveryDate } = board;
    const isHost = (await tx.$count(profiles, and(eq(profiles.id, hostId), eq(profiles.email, email)))) > 0;
    await writeMessage(
      tx,
      {
        kind: "guest_link",
        senderId: isHost ? undefined : hostId,
        uniqueKey: `${keyPrefix}${createId()}`,
        to: { name: "", email },
        props: {
          name: "",
          hostName,
          opensOn: deliveryDate,
          closesOn: lastDayOf(board, now) ?? undefined,
          closesIn: zoneTime(board.zone),
          closed: whyClosed(board, now),
          url,
        },
        vaultId: guest.vaultId,
      },
      now,
    );
    return "mailed";
  });
}

/**
 * The guest of a private link, or of one that was mailed to the guest's address and `confirms` it, even if it has just
 * done so, as the button may be pressed twice. Undefined for forged links, and for an address that the guest has
 * replaced.
 */
export async function findGuestByLink(
  token: string,
  now = clock.now(),
): Promise<{ guest: Guest; confirms: boolean } | undefined> {
  const guest = await findGuestById(guestIdIn(token));
  if (!guest) return undefined;
  if (isGuestProof(token)) return { guest, confirms: false };
  const isMailed = guest.email !== null && isSameSecret(confirmationToken(guest.id, guest.email), token);
  if (!isMailed) return undefined;
  return { guest, confirms: !guest.isEmailConfirmed || (await wasJustConfirmed(guest, now)) };
}

async function wasJustConfirmed({ id }: Guest, now: Date): Promise<boolean> {
  const lately = gt(boardGuests.emailConfirmedAt, repeatableSince(now));
  return (await db.$count(boardGuests, and(eq(boardGuests.id, id), lately))) > 0;
}

export async function confirmGuestEmail({ id, email }: Guest, now = clock.now()): Promise<void> {
  if (email === null) return;
  await db
    .update(boardGuests)
    .set({ emailConfirmedAt: now })
    .where(and(eq(boardGuests.id, id), eq(boardGuests.email, email), isNull(boardGuests.emailConfirmedAt)));
}

/** The account takes over the guest's pieces. Returns false, changing nothing, if another account has. */
export function adoptGuest({ id }: Guest, user: User, now = clock.now()): Promise<boolean> {
  return inTransaction(async (tx) => {
    const email = await lockVerifiedEmail(tx, user.id);
    const [guest] = await tx.select().from(boardGuests).where(eq(boardGuests.id, id)).for("update");
    if (!guest || (guest.userId !== null && guest.userId !== user.id)) return false;
    const confirmed = email !== null && guest.emailConfirmedAt === null && { email, emailConfirmedAt: now };
    await tx
      .update(boardGuests)
      .set({ userId: user.id, ...confirmed })
      .where(eq(boardGuests.id, id));
    return true;
  });
}

/** Guests with a confirmed address, in the order in which they joined. */
export async function listConfirmedGuests(queryable: Queryable, vaultId: string) {
  const guests = await listGuestsOf(vaultId, queryable);
  return guests.flatMap(({ name, email, isEmailConfirmed }) => (email && isEmailConfirmed ? [{ name, email }] : []));
}

/** Guests who added nothing and confirmed no email. */
export function isEmptyGuestOf(vaultId: string): SQL | undefined {
  const pieces = db.select({ id: boardPosts.id }).from(boardPosts).where(eq(boardPosts.guestId, boardGuests.id));
  return and(eq(boardGuests.vaultId, vaultId), isNull(boardGuests.emailConfirmedAt), notExists(pieces));
}

export function countEmptyGuests(vaultId: string, queryable: Queryable = db): Promise<number> {
  return queryable.$count(boardGuests, isEmptyGuestOf(vaultId));
}

export async function listGuestsOf(vaultId: string, queryable: Queryable = db): Promise<Guest[]> {
  const rows = await queryable
    .select()
    .from(boardGuests)
    .where(eq(boardGuests.vaultId, vaultId))
    .orderBy(asc(boardGuests.joinedAt), asc(boardGuests.id));
  return rows.map(toGuest);
}

const GUESTS_ON_A_PAGE = 50;

/** A page of the host's list of guests, first to join first. `page` counts from 1; there is at least one. */
export async function pageOfGuests(vaultId: string, page: number) {
  const total = await db.$count(boardGuests, eq(boardGuests.vaultId, vaultId));
  const pages = Math.max(1, Math.ceil(total / GUESTS_ON_A_PAGE));
  const shown = Math.min(pages, Math.max(1, page));
  const rows = await db
    .select()
    .from(boardGuests)
    .where(eq(boardGuests.vaultId, vaultId))
    .orderBy(asc(boardGuests.joinedAt), asc(boardGuests.id))
    .limit(GUESTS_ON_A_PAGE)
    .offset((shown - 1) * GUESTS_ON_A_PAGE);
  return { guests: rows.map(toGuest), total, page: shown, pages };
}

export async function findGuestById(id: string): Promise<Guest | undefined> {
  const [row] = await db.select().from(boardGuests).where(eq(boardGuests.id, id));
  return row && toGuest(row);
}

/** The guest whose proof is the first of `proofs`, which a browser keeps, newest first. */
export async function findGuestOf(vaultId: string, proofs: string[]): Promise<Guest | undefined> {
  const ids = proofs.filter(isGuestProof).map(guestIdIn);
  if (ids.length === 0) return undefined;
  const rows = await db
    .select()
    .from(boardGuests)
    .where(and(eq(boardGuests.vaultId, vaultId), inArray(boardGuests.id, ids)));
  const newest = ids.flatMap((id) => rows.filter((row) => row.id === id))[0];
  return newest && toGuest(newest);
}

/** The last guest whose pieces the account has. */
export async function findGuestOfAccount(vaultId: string, userId: string): Promise<Guest | undefined> {
  const [row] = await db
    .select()
    .from(boardGuests)
    .where(and(eq(boardGuests.vaultId, vaultId), eq(boardGuests.userId, userId)))
    .orderBy(desc(boardGuests.joinedAt), desc(boardGuests.id))
    .limit(1);
  return row && toGuest(row);
}

export async function listBoardsOfGuests(ids: string[]): Promise<Board[]> {
  if (ids.length === 0) return [];
  const theirs = db.select({ id: boardGuests.vaultId }).from(boardGuests).where(inArray(boardGuests.id, ids));
  return (await boardQuery(db, inArray(memories.id, theirs))).map((row) => toBoard(row));
}

/** Whether one of these guests, or the account, has joined the board. */
export async function isAmongGuests(vaultId: string, ids: string[], userId?: string): Promise<boolean> {
  const isOne = or(
    ids.length > 0 ? inArray(boardGuests.id, ids) : undefined,
    userId === undefined ? undefined : eq(boardGuests.userId, userId),
  );
  return isOne !== undefined && (await db.$count(boardGuests, and(eq(boardGuests.vaultId, vaultId), isOne))) > 0;
}

/** Undefined unless the board waits or is revealed. */
export async function findBoardOf(guest: Guest, unreadable?: string[]): Promise<Board | undefined> {
  const [row] = await boardQuery(db, eq(memories.id, guest.vaultId));
  return row && row.vault.state !== "cancelled" ? toBoard(row, unreadable) : undefined;
}

export function toGuest({ emailConfirmedAt, ...row }: typeof boardGuests.$inferSelect): Guest {
  const { id, vaultId, name, email, userId } = row;
  return { id, vaultId, name, email, userId, isEmailConfirmed: emailConfirmedAt !== null };
}
