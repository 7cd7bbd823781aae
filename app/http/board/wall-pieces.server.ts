import { mediaItem } from "~/domain/access/media-item";
import type { ViewedMedia, ViewedVault } from "~/domain/access/view-vault.server";
import type { PostPiece } from "~/domain/board/pieces.server";
import type { AuthoredPiece, WallPiece } from "~/domain/board/wall-data";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { pieceData } from "./piece-data.server";

type Shown = Pick<ViewedVault, "view" | "vault" | "senderName" | "media" | "posts">;

/** A board as its readers see it: what its host put there, then what guests added. */
export function wallPieces(viewed: Shown): AuthoredPiece[] {
  const { vault, senderName, media, posts } = viewed;
  const photoHref = (id: string) => `/memories/${vault.id}/photos/${id}`;
  const { userId: hostId, createdAt, deliveryZone: zone } = vault;
  return [
    ...hostPieces({ hostId, name: senderName, createdAt, zone }, media, photoHref),
    ...posts.map((post) => ({
      piece: wallPiece(post, zone, photoHref, reportHrefIn(viewed, post.id)),
      authorId: post.authorId,
    })),
  ];
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
    return {
      piece: { id, kind, text: altText, author: name, on, file: shown, href, reportHref: null },
      authorId: hostId,
    };
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
