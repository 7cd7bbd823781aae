import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { isOpen } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { boardGuests, boardHosts, boardSettings, memories } from "~db/schema";
import { DEFAULT_SETTINGS } from "./board.server";
import { canSeeWall } from "./wall.server";

export type WallViewer = { vaultId: string } & ({ guestId: string } | { host: Pick<User, "id" | "email"> });

/** The viewers who may no longer see their wall: it was hidden or sealed, or they were removed. */
export async function withoutAccess(viewers: WallViewer[]): Promise<Set<WallViewer>> {
  if (viewers.length === 0) return new Set();
  const vaultIds = [...new Set(viewers.map(({ vaultId }) => vaultId))];
  const guestIds = viewers.flatMap((viewer) => ("guestId" in viewer ? viewer.guestId : []));
  const rows = await db
    .select({ id: memories.id, ownerId: memories.userId, state: memories.state, settings: boardSettings })
    .from(memories)
    .leftJoin(boardSettings, eq(boardSettings.vaultId, memories.id))
    .where(inArray(memories.id, vaultIds));
  const boards = new Map(rows.map((row) => [row.id, { ...row, settings: row.settings ?? DEFAULT_SETTINGS }]));
  const ofGuests = inArray(boardGuests.id, guestIds);
  const guests = guestIds.length > 0 ? await db.select({ id: boardGuests.id }).from(boardGuests).where(ofGuests) : [];
  const listed = new Set(guests.map(({ id }) => id));
  const accepted = and(inArray(boardHosts.vaultId, vaultIds), isNotNull(boardHosts.acceptedAt));
  const coHosts = await db.select().from(boardHosts).where(accepted);

  const sees = (viewer: WallViewer): boolean => {
    const board = boards.get(viewer.vaultId);
    if (!board) return false;
    if ("guestId" in viewer) return listed.has(viewer.guestId) && canSeeWall(board);
    const { id, email } = viewer.host;
    const isHost = board.ownerId === id || coHosts.some((one) => one.vaultId === board.id && one.email === email);
    return isHost && (board.state === "scheduled" || isOpen(board));
  };
  return new Set(viewers.filter((viewer) => !sees(viewer)));
}
