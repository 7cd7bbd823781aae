import type { NewPieces } from "~/domain/board/new-pieces";

export const NEWS_DAYS = 14;

/** Newest first, up to a page; `isOpened` by its recipient. */
export type ReceivedVault = { id: string; title: string; senderName: string; deliveredAt: Date; isOpened: boolean };

/** An opening of one of the user's vaults, a reply to it, or guests' pieces on a board until its host looks at it. */
export type News =
  | { kind: "opened" | "replied"; vaultId: string; title: string; name: string; at: Date }
  | ({ kind: "added" } & NewPieces);
