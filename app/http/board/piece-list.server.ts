import { mayDelete } from "~/domain/board/board.server";
import { listHostsOf } from "~/domain/board/hosts.server";
import { versionOfPost } from "~/domain/board/moderation.server";
import { countPiecesByState, listPieces, type PieceFilter } from "~/domain/board/pieces.server";
import { isDeliverable } from "~/domain/vault/vault";
import type { HostAccess } from "./host.server";
import { coHostData } from "./invite.server";
import { pageNumberOf } from "./page-number";
import { pieceData } from "./piece-data.server";

const PAGE_SIZE = 24;

const FILTERS = {
  all: {},
  waiting: { states: ["waiting"] },
  shown: { states: ["shown"] },
  hidden: { states: ["hidden"] },
  reported: { isReported: true },
} satisfies Record<string, PieceFilter>;
export type PieceShow = keyof typeof FILTERS;
const SHOWS = Object.keys(FILTERS) as PieceShow[];

/** A board's pieces for its hosts, the newest first, a page at a time. */
export async function pieceList({ user, board, isOwner }: HostAccess, query: URLSearchParams) {
  const show = showOf(query);
  const counts = await countPiecesByState(board.id);
  const pages = Math.max(1, Math.ceil(counts[show] / PAGE_SIZE));
  const page = Math.min(pages, pageNumberOf(query));
  const pieces = await listPieces(board.id, FILTERS[show], {
    order: "newest",
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  return {
    id: board.id,
    title: board.title,
    isWaiting: isDeliverable(board),
    mayDelete: mayDelete(user, board),
    // Before the reveal they are listed on the guests' page.
    coHosts: isOwner && !isDeliverable(board) ? (await listHostsOf(board.id)).map(coHostData) : [],
    show,
    page,
    pages,
    tabs: SHOWS.map((name) => ({
      name,
      count: counts[name],
      href: piecesPath(board.id, new URLSearchParams({ show: name })),
    })),
    pieces: pieces.map((piece) => ({ ...pieceData(piece, board.zone), version: versionOfPost(piece) })),
  };
}

/** Keeps the chosen list and page. */
export function piecesPath(id: string, query: URLSearchParams): string {
  const [show, page] = [showOf(query), pageNumberOf(query)];
  const kept = new URLSearchParams({ ...(show !== "all" && { show }), ...(page > 1 && { page: String(page) }) });
  return `/memories/${id}/pieces${kept.size > 0 ? `?${kept}` : ""}`;
}

const showOf = (query: URLSearchParams) => SHOWS.find((known) => known === query.get("show")) ?? "all";
