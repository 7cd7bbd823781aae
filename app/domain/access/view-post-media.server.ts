import { and, eq, inArray } from "drizzle-orm";
import { findHostedBoard } from "~/domain/board/board.server";
import { findBoardOf, findGuestById, isAmongGuests } from "~/domain/board/guests.server";
import { findPostFile } from "~/domain/board/pieces.server";
import { canSeeWall } from "~/domain/board/wall.server";
import type { StoredMedia } from "~/domain/media/media.server";
import { ownStorageKey } from "~/domain/media/storage-proof.server";
import { OPEN_STATES } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { deliveries, media, memories } from "~db/schema";
import type { Viewer } from "./can-view";
import { decisionColumns, findView, isAnonymous } from "./find-view.server";
import { toViewer } from "./viewers-delivery.server";

/** `isOriginal`: the author and the hosts get the original file, others a copy without its location. */
export type ViewedPostFile = { file: Omit<StoredMedia, "vaultId">; isOriginal: boolean };

/**
 * Of a guest's piece; from the reveal on also of its host, for those who see the wall without a delivery. `guestIds`
 * are of the guests who joined with this browser.
 */
export async function viewPostMedia(
  viewer: Viewer,
  guestIds: string[],
  id: string,
  now = clock.now(),
): Promise<ViewedPostFile | undefined> {
  const found = await findPostFile(id);
  if (!found) return viewHostFile(viewer, guestIds, id);
  const { post, file } = found;
  const author = await findGuestById(post.guestId);
  const board = author && (await findBoardOf(author));
  if (!board || board.state === "sealed") return undefined;
  const isOwn = guestIds.includes(post.guestId) || (viewer.user !== undefined && viewer.user.id === author.userId);
  if (isOwn || (await isHost(viewer, board.id))) return { file, isOriginal: true };
  if (post.state !== "shown") return undefined;
  const isSeen =
    (canSeeWall(board) && (await isAmongGuests(board.id, guestIds, viewer.user?.id))) ||
    (await isReader(viewer, board.id, now));
  return isSeen ? { file, isOriginal: false } : undefined;
}

async function viewHostFile(viewer: Viewer, guestIds: string[], id: string): Promise<ViewedPostFile | undefined> {
  const isRevealed = and(eq(media.id, id), eq(memories.isMemoryBoard, true), inArray(memories.state, [...OPEN_STATES]));
  const [row] = await db
    .select({ file: media })
    .from(media)
    .innerJoin(memories, eq(memories.id, media.vaultId))
    .where(isRevealed);
  if (!row) return undefined;
  const { file } = row;
  const isSeen = (await isAmongGuests(file.vaultId, guestIds, viewer.user?.id)) || (await isHost(viewer, file.vaultId));
  return isSeen ? { file: { ...file, storageKey: ownStorageKey(file) }, isOriginal: false } : undefined;
}

async function isHost({ user }: Viewer, vaultId: string): Promise<boolean> {
  return user !== undefined && (await findHostedBoard(user, vaultId)) !== undefined;
}

async function isReader(viewer: Viewer, vaultId: string, now: Date): Promise<boolean> {
  if (isAnonymous(viewer)) return false;
  const rows = await db
    .select(decisionColumns)
    .from(memories)
    .leftJoin(deliveries, toViewer(viewer))
    .where(eq(memories.id, vaultId));
  const [row] = rows;
  if (!row) return false;
  const theirs = rows.flatMap(({ delivery }) => delivery ?? []);
  return (await findView(row.vault, theirs, viewer, now))?.seesContent === true;
}
