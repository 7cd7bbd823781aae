import { and, eq, exists, isNotNull, or, type SQL } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { type CalendarDate, dateIn, formatDate, zoneTime } from "~/domain/calendar/delivery-date";
import { touchVaults } from "~/domain/vault/delivery-rows.server";
import { DISPLAY_TITLE, isOpen, type VaultState } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { readIfIntact } from "~/services/cipher.server";
import { db, type Queryable, type Transaction } from "~/services/db.server";
import { boardHosts, boardSettings, boardWelcomes, memories, profiles } from "~db/schema";
import type { Closed } from "./board";
import { decryptWelcome } from "./welcome.server";

export type BoardSettings = {
  needsApproval: boolean;
  isOpen: boolean;
  isPaused: boolean;
  /** The last day for pieces, in the board's zone. */
  closesOn: CalendarDate | null;
};

export type Board = {
  id: string;
  hostId: string;
  hostName: string;
  /** Whether the host's email is verified: before that, a board sends no mail. */
  isHostVerified: boolean;
  title: string;
  /** The host's words to the guests; empty without any, and while the board is sealed. */
  welcome: string;
  state: VaultState;
  deliveryDate: CalendarDate;
  createdAt: Date;
  zone: string;
  settings: BoardSettings;
};

type Host = Pick<User, "id" | "email" | "isEmailVerified">;

export const DEFAULT_SETTINGS: BoardSettings = { needsApproval: false, isOpen: false, isPaused: false, closesOn: null };

export function boardQuery(queryable: Queryable, where: SQL | undefined) {
  return queryable
    .select({ vault: memories, hostName: profiles.fullName, settings: boardSettings, welcome: boardWelcomes })
    .from(memories)
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .leftJoin(boardSettings, eq(boardSettings.vaultId, memories.id))
    .leftJoin(boardWelcomes, eq(boardWelcomes.vaultId, memories.id))
    .where(and(eq(memories.isMemoryBoard, true), where));
}

type BoardRow = Awaited<ReturnType<typeof boardQuery>>[number];

/** With `unreadable`, texts that cannot be decrypted are left out and named there. */
export function toBoard({ vault, hostName, settings, welcome }: BoardRow, unreadable?: string[]): Board {
  const title = readIfIntact(() => decryptTitle(vault), "title", unreadable) ?? "";
  const welcomed = () => (welcome && vault.state !== "sealed" ? decryptWelcome(welcome) : "");
  return {
    id: vault.id,
    hostId: vault.userId,
    hostName,
    isHostVerified: vault.isSenderVerified,
    title: title || DISPLAY_TITLE,
    welcome: readIfIntact(welcomed, "welcome", unreadable) ?? "",
    state: vault.state,
    deliveryDate: vault.deliveryDate ?? "",
    createdAt: vault.createdAt,
    zone: vault.deliveryZone,
    settings: settings ?? DEFAULT_SETTINGS,
  };
}

/** Why the board takes no pieces; null while it does. */
export function whyClosed(
  { state, zone, settings }: Pick<Board, "state" | "zone" | "settings">,
  now: Date,
): Closed | null {
  if (isOpen({ state })) return "revealed";
  if (state !== "scheduled") return "sealed";
  if (settings.isPaused) return "paused";
  return settings.closesOn !== null && dateIn(zone, now) > settings.closesOn ? "over" : null;
}

/** The last day for pieces, if that is before the reveal; null without one, and while the board takes none. */
export function lastDayOf(
  board: Pick<Board, "state" | "zone" | "settings" | "deliveryDate">,
  now: Date,
): CalendarDate | null {
  const { closesOn } = board.settings;
  return closesOn !== null && closesOn < board.deliveryDate && whyClosed(board, now) === null ? closesOn : null;
}

/** "June 1, 2044 (Berlin time)": guests may be anywhere. */
export function lastDayInWords(board: Parameters<typeof lastDayOf>[0], now: Date): string | null {
  const lastDay = lastDayOf(board, now);
  return lastDay && `${formatDate(lastDay)} (${zoneTime(board.zone)})`;
}

/** Until the reveal co-hosts may delete pieces, too; from then on only the owner may. */
export function mayDelete(user: Pick<User, "id">, { hostId, state }: Pick<Board, "hostId" | "state">): boolean {
  return hostId === user.id || !isOpen({ state });
}

/** Locks the board until the transaction ends: no piece slips in while it is sealed, delivered or changed. */
export async function lockBoard(
  tx: Transaction,
  vaultId: string,
): Promise<Pick<Board, "id" | "hostId" | "state" | "zone" | "settings">> {
  await touchVaults(tx, [vaultId]);
  const [vault] = await tx
    .select({ id: memories.id, hostId: memories.userId, state: memories.state, zone: memories.deliveryZone })
    .from(memories)
    .where(eq(memories.id, vaultId));
  if (!vault) throw new Error(`Board ${vaultId} does not exist.`);
  const [settings] = await tx.select().from(boardSettings).where(eq(boardSettings.vaultId, vaultId));
  return { ...vault, settings: settings ?? DEFAULT_SETTINGS };
}

/** A board that the user hosts, alone or with others. Undefined for drafts and cancelled boards. */
export async function findHostedBoard(user: Host, vaultId: string): Promise<Board | undefined> {
  const [row] = await boardQuery(db, and(eq(memories.id, vaultId), isHostedBy(user)));
  return row && row.vault.state !== "draft" && row.vault.state !== "cancelled" ? toBoard(row) : undefined;
}

export function isHostedBy(user: Host): SQL | undefined {
  const isOwner = eq(memories.userId, user.id);
  if (!user.isEmailVerified) return isOwner;
  const invited = db
    .select({ email: boardHosts.email })
    .from(boardHosts)
    .where(
      and(eq(boardHosts.vaultId, memories.id), eq(boardHosts.email, user.email), isNotNull(boardHosts.acceptedAt)),
    );
  return or(isOwner, exists(invited));
}
