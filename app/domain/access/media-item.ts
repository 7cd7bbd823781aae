import { fileNameFor } from "~/domain/media/file-name";
import type { MediaKind } from "~/domain/media/media";
import type { VaultType } from "~/domain/vault/vault";
import type { ViewedMedia, ViewedVault } from "./view-vault.server";

export type MediaItem = {
  id: string;
  href: string;
  kind: MediaKind;
  fileName: string;
  altText: string;
  width: number | null;
  height: number | null;
  colour: string | null;
};

export function mediaItem({ id, kind, contentType, altText, width, height, colour, ...file }: ViewedMedia): MediaItem {
  const fileName = fileNameFor(file.fileName, contentType);
  return { id, href: `/media/${id}`, kind, fileName, altText, width, height, colour };
}

type Vault = { vault: { type: VaultType }; senderName: string };

export function isBoard({ vault }: Pick<Vault, "vault">): boolean {
  return vault.type === "memory-board";
}

/** `author` is null except on boards. */
export type AuthoredFile = ViewedMedia & { author: string | null; isGuests: boolean };

/** All files of a vault; on boards those of its host first, then those of guests. */
export function filesOf(viewed: ViewedVault): AuthoredFile[] {
  const author = authorIn(viewed);
  return [
    ...viewed.media.map((file) => ({ ...file, author, isGuests: false })),
    ...viewed.posts.flatMap(({ file, text, authorName }) =>
      file ? [{ ...file, altText: file.altText || text, author: authorName, isGuests: true }] : [],
    ),
  ];
}

function authorIn(viewed: Vault): string | null {
  return isBoard(viewed) ? viewed.senderName : null;
}
