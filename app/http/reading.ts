import { type SealNote, sealInWords } from "~/domain/seal/seal-note";
import { dateIn, formatDate } from "~/domain/vault/delivery-date";
import { mediaItem } from "~/domain/vault/media-item";
import type { ViewedVault } from "~/domain/vault/view-vault.server";
import type { Reading } from "~/ui/vault/reading-page";

/** What a share shows of a vault: its letter and its files, at addresses that end with the share. */
export function sharedReadingOf(viewed: ViewedVault, mediaHref: (id: string) => string): Reading {
  return {
    ...readingOf(viewed),
    media: viewed.media.map((file) => ({ ...mediaItem(file), href: mediaHref(file.id) })),
  };
}

/** What the reading page shows of a vault, and nothing else of it. */
export function readingOf({ vault, senderName, media }: ViewedVault, note?: SealNote): Reading {
  return {
    title: vault.title,
    senderName,
    writtenOn: formatDate(dateIn(vault.deliveryZone, vault.createdAt)),
    message: vault.message,
    media: media.map(mediaItem),
    seal: note
      ? { note: sealInWords(note), isUnchanged: note.isUnchanged, certificateHref: `/memories/${vault.id}/certificate` }
      : null,
  };
}
