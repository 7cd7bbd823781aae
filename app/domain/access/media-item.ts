import type { MediaKind } from "~/domain/media/media";
import type { VaultType } from "~/domain/vault/vault";
import type { ViewedMedia } from "./view-vault.server";

export type MediaItem = {
  id: string;
  href: string;
  kind: MediaKind;
  fileName: string;
  altText: string;
  width: number | null;
  height: number | null;
  /** `#rrggbb`, shown until a photo has loaded. */
  colour: string | null;
};

export function mediaItem({ id, kind, fileName, altText, width, height, colour }: ViewedMedia): MediaItem {
  return { id, href: `/media/${id}`, kind, fileName, altText, width, height, colour };
}

type Vault = { vault: { type: VaultType }; senderName: string };

/** Returns whether the files are pieces of a board, each shown with its author. */
export function isBoard({ vault }: Pick<Vault, "vault">): boolean {
  return vault.type === "memory-board";
}

/** Returns the author of a file of a board; null for letters, whose author is clear. */
export function authorIn(viewed: Vault): string | null {
  return isBoard(viewed) ? viewed.senderName : null;
}
