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

/** `author` is null except on boards. `caption`: a guest's words beside the file, or else its alternative text. */
export type AuthoredFile = ViewedMedia & { caption: string; author: string | null; isGuests: boolean };

/** All files of a vault; on boards those of its host first, then those of guests. */
export function filesOf(viewed: ViewedVault): AuthoredFile[] {
  const author = authorIn(viewed);
  return [
    ...viewed.media.map((file) => ({ ...file, caption: file.altText, author, isGuests: false })),
    ...viewed.posts.flatMap(({ file, text, authorName }) =>
      file ? [{ ...captioned(file, text), author: authorName, isGuests: true }] : [],
    ),
  ];
}

/** A guest's file, with the words beside it. Either stands in for the other. */
export function captioned<File extends { altText: string }>(file: File, text: string) {
  return { ...file, caption: text || file.altText, altText: file.altText || text };
}

function authorIn(viewed: Vault): string | null {
  return isBoard(viewed) ? viewed.senderName : null;
}
