import { asc, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import type { Board } from "~/domain/board/board.server";
import { findBoardOf, type Guest, toGuest } from "~/domain/board/guests.server";
import { listPieces, type PostPiece } from "~/domain/board/pieces.server";
import { formatDate } from "~/domain/calendar/delivery-date";
import { archivePathOf, piecesContent } from "~/domain/keepsake/keepsake-content.server";
import { keepsakePage } from "~/keepsake/page";
import { keepsakeReadme } from "~/keepsake/readme";
import { db } from "~/services/db.server";
import { boardGuests } from "~db/schema";
import { EXPORT_FORMAT, EXPORT_VERSION, type PiecesFile } from "./export-format";
import { type Exported, folderEntries, unreadableNote } from "./new-entry.server";
import { describeFile } from "./replies.server";

/**
 * Exports what the account added as a guest to boards of others, in the order in which it joined them, as far as the
 * guest's own page shows it: nothing of a cancelled board, nor of a sealed one before its day.
 */
export async function* exportPieces(user: User, now: Date): AsyncGenerator<Exported> {
  const rows = await db
    .select()
    .from(boardGuests)
    .where(eq(boardGuests.userId, user.id))
    .orderBy(asc(boardGuests.joinedAt), asc(boardGuests.id));
  let count = 0;
  for (const guest of rows.map(toGuest)) {
    const unreadable: string[] = [];
    const board = await findBoardOf(guest, unreadable);
    if (!board || board.state === "sealed" || board.hostId === user.id) continue;
    const pieces = await listPieces(board.id, { guestId: guest.id }, { unreadable });
    if (pieces.length > 0) yield exportBoard(guest, { board, pieces, unreadable }, ++count, now);
  }
}

type PieceWithFile = PostPiece & { file: NonNullable<PostPiece["file"]> };

type Added = { board: Board; pieces: PostPiece[]; unreadable: string[] };

function exportBoard(guest: Guest, { board, pieces, unreadable }: Added, position: number, now: Date): Exported {
  const withFiles = pieces.filter((piece): piece is PieceWithFile => piece.file !== null);
  const paths = new Map(withFiles.map(({ id, file }, index) => [id, archivePathOf(file, index)]));
  const content: PiecesFile = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    id: board.id,
    title: board.title,
    host: { name: board.hostName },
    guest: { name: guest.name, email: guest.email ?? "" },
    day: board.deliveryDate || null,
    timeZone: board.zone,
    pieces: pieces.map(({ id, kind, state, text, createdAt, updatedAt, file }) => ({
      kind,
      state,
      text,
      at: createdAt.toISOString(),
      changedAt: updatedAt.toISOString(),
      files: file ? [describeFile(file, paths.get(id) ?? "")] : [],
    })),
  };
  const folder = `pieces/${String(position).padStart(3, "0")}${board.deliveryDate ? ` ${board.deliveryDate}` : ""}`;
  const shown = piecesContent(board, guest, pieces, now);
  const pages = [
    { path: "index.html", content: keepsakePage(shown) },
    { path: "README.txt", content: keepsakeReadme(shown) },
  ];
  const files = withFiles.map(({ id, file }) => ({
    id: file.id,
    path: paths.get(id) ?? "",
    bytes: file.bytes,
    isGuests: true,
    isCopy: false,
  }));
  const day = board.deliveryDate ? `. Its day: ${formatDate(board.deliveryDate)}` : "";
  return {
    id: board.id,
    folder,
    isReadable: true,
    title: board.title,
    about: `A board of ${board.hostName}${day}${unreadableNote(unreadable)}`,
    entries: folderEntries(folder, { name: "pieces.json", content }, { pages, files }, [], unreadable),
  };
}
