import { mediaItem } from "~/domain/access/media-item";
import type { ViewedMedia, ViewedVault } from "~/domain/access/view-vault.server";
import { listPieces, listShownAuthors, type PostPiece } from "~/domain/board/pieces.server";
import { type AuthoredPiece, type WallData, type WallPiece, wallData } from "~/domain/board/wall-data";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { pieceData } from "./piece-data.server";

type Shown = Pick<ViewedVault, "view" | "vault" | "senderName" | "media" | "seesContent">;

/** A board as its readers see it: what its host put there, then what guests added. */
export async function readersWall(viewed: Shown, query: URLSearchParams): Promise<WallData> {
  if (!viewed.seesContent) return wallData([], query);
  const { vault, senderName, media } = viewed;
  const photoHref = (id: string) => `/memories/${vault.id}/photos/${id}`;
  const { userId: hostId, createdAt, deliveryZone: zone } = vault;
  const sources = {
    ofHost: hostPieces({ hostId, name: senderName, createdAt, zone }, media, photoHref),
    order: "oldest" as const,
    toPiece: (post: PostPiece) => wallPiece(post, zone, photoHref, reportHrefIn(viewed, post.id)),
  };
  return readWall(vault.id, sources, query);
}

type WallSources = {
  ofHost: AuthoredPiece[];
  order: "oldest" | "newest";
  toPiece: (post: PostPiece) => WallPiece;
};

/** Reads only the pieces of the page. The caller has checked that the viewer may see the wall. */
export async function readWall(
  vaultId: string,
  { ofHost, order, toPiece }: WallSources,
  query: URLSearchParams,
): Promise<WallData> {
  const listed = await listShownAuthors(vaultId, order);
  const { pieces: chosen, authors, ...wall } = wallData([...ofHost, ...listed], query);
  const posts = await listPieces(vaultId, { states: ["shown"], ids: chosen.map(({ id }) => id) });
  const pieces = new Map([
    ...ofHost.map(({ authorId: _, ...piece }) => [piece.id, piece] as const),
    ...posts.map((post) => [post.id, toPiece(post)] as const),
  ]);
  // A piece that was removed meanwhile is left out.
  const shown = chosen.flatMap(({ id }, index) => {
    const piece = pieces.get(id);
    return piece ? [{ piece, author: authors[index] ?? 0 }] : [];
  });
  return { ...wall, pieces: shown.map(({ piece }) => piece), authors: shown.map(({ author }) => author) };
}

/** The files that its host put on a board. */
export function hostPieces(
  { hostId, name, createdAt, zone }: { hostId: string; name: string; createdAt: Date; zone: string },
  media: ViewedMedia[],
  hrefOf: (photoId: string) => string | null,
): AuthoredPiece[] {
  const on = formatDate(dateIn(zone, createdAt));
  return media.map((file) => {
    const { id, kind, altText } = file;
    const href = kind === "photo" ? hrefOf(id) : null;
    const shown = { ...mediaItem(file), altText: "" };
    return { id, kind, text: altText, author: name, authorId: hostId, on, file: shown, href, reportHref: null };
  });
}

export function wallPiece(
  post: PostPiece,
  zone: string,
  hrefOf: (photoId: string) => string | null,
  reportHref: string | null = null,
): WallPiece {
  const { state: _, isReported: __, ...piece } = pieceData(post, zone);
  return { ...piece, href: post.file?.kind === "photo" ? hrefOf(post.file.id) : null, reportHref };
}

/** The path where a reader reports a piece of the board; null for its owner, and for visitors of a share. */
export function reportHrefIn({ vault, view }: Pick<ViewedVault, "vault" | "view">, postId: string): string | null {
  return view.as === "recipient" || view.as === "card_holder" ? `/memories/${vault.id}/report/${postId}` : null;
}
