import type { MediaKind } from "~/domain/media/media";
import type { VaultType } from "~/domain/vault/vault";
import type { ViewedMedia } from "./view-vault.server";

/** What a page shows of a file. */
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

/** Whether files hang side by side, each with its author, instead of coming with a letter. */
export function isBoard({ vault }: Pick<Vault, "vault">): boolean {
  return vault.type === "memory-board";
}

/** Who put a file into a vault; null where nobody but who wrote the letter can have. Boards hold their creator's. */
export function authorIn(viewed: Vault): string | null {
  return isBoard(viewed) ? viewed.senderName : null;
}
