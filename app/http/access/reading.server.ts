import type { Viewer } from "~/domain/access/can-view";
import { isBoard, type MediaItem, mediaItem } from "~/domain/access/media-item";
import type { ViewedMedia, ViewedVault } from "~/domain/access/view-vault.server";
import { presentContact } from "~/domain/access/viewers-delivery.server";
import type { WallPiece } from "~/domain/board/wall-data";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { helpLink } from "~/domain/legacy/legacy-links.server";
import { cardLink, linkTo } from "~/domain/recipients/opening-link.server";
import { shownContact } from "~/domain/recipients/shown-contact";
import { type SealNote, sealInWords } from "~/domain/seal/seal-note";
import { readersWall } from "~/http/board/wall-pieces.server";
import type { Reading } from "~/ui/reading/reading-page";
import { shared } from "./viewer.server";

export type Source = NonNullable<Reading["after"]>["source"];

type Reader = {
  now: Date;
  isSignedIn: boolean;
  source?: Source;
  isBlocked?: boolean;
  /** The vault's page for this reader. */
  path?: string;
  /** Selects the page of a board. */
  query?: URLSearchParams;
};

export async function readingOf(
  viewed: ViewedVault,
  {
    now,
    isSignedIn,
    isBlocked = false,
    source = "mail",
    query = new URLSearchParams(),
    path = `/memories/${viewed.vault.id}`,
  }: Reader,
  note?: SealNote,
): Promise<Reading> {
  const { vault, senderName, media, delivery } = viewed;
  const isByCard = viewed.view.as === "card_holder";
  const { deliveryDate, deliveryZone: zone } = vault;
  return {
    title: vault.title,
    senderName,
    writtenOn: formatDate(dateIn(zone, vault.createdAt)),
    openOn: deliveryDate && (deliveryDate === dateIn(zone, now) ? "today" : formatDate(deliveryDate)),
    day: deliveryDate,
    message: vault.message,
    wall: isBoard(viewed) ? await readersWall(viewed, query) : null,
    media: isBoard(viewed)
      ? []
      : media.map((item) => ({ ...mediaItem(item), author: null, pageHref: photoHref(vault.id, item.id) })),
    seal: note
      ? { note: sealInWords(note), isUnchanged: note.isUnchanged, certificateHref: `/memories/${vault.id}/certificate` }
      : null,
    keepsakeHref: `${path}/keepsake`,
    after: delivery && {
      source: isByCard ? "card" : source,
      path,
      isSignedIn,
      isToSender: delivery.isToSender,
      // The holder of a card need not own the recipient's mailbox.
      actions: isByCard
        ? null
        : {
            link: linkTo(delivery),
            sentTo: shownContact(presentContact(delivery)).shown,
            senderName,
            isToSender: delivery.isToSender,
            isBlocked,
            isDeclined: delivery.declinedAt !== null,
            remindOn: delivery.remindAt && formatDate(dateIn(zone, delivery.remindAt)),
          },
    },
  };
}

/** The URLs of its files stop working with the share. */
export async function sharedReadingOf(
  viewed: ViewedVault,
  token: string,
  now: Date,
  query?: URLSearchParams,
): Promise<Reading> {
  const reading = await readingOf(viewed, { now, isSignedIn: false, ...(query && { query }) });
  const { wall } = reading;
  return {
    ...reading,
    keepsakeHref: null,
    wall: wall && { ...wall, pieces: wall.pieces.map((piece) => sharedPiece(piece, token)) },
    media: reading.media.map((item) => ({
      ...item,
      href: shared(item.href, token),
      pageHref: shared(item.pageHref, token),
    })),
  };
}

function sharedPiece({ file, href, ...piece }: WallPiece, token: string): WallPiece {
  return {
    ...piece,
    href: href && shared(href, token),
    file: file && { ...file, href: shared(file.href, token) },
    reportHref: null,
  };
}

export function sharedMedia(file: ViewedMedia, token: string | null): MediaItem {
  const item = mediaItem(file);
  return { ...item, href: shared(item.href, token) };
}

/** Readers with a link and a code get their link. */
export function letterHref({ vault, view, delivery }: ViewedVault, { user, openedContactIds }: Viewer): string {
  if (view.as === "card_holder") return `/open/${cardLink(view.deliveryId)}`;
  if (view.as === "legacy_contact" && openedContactIds?.includes(view.contactId)) {
    return `/legacy/${helpLink({ ...view, vaultId: vault.id })}/read`;
  }
  return delivery && !user ? `/open/${linkTo(delivery)}` : `/memories/${vault.id}`;
}

export function photoHref(vaultId: string, photoId: string): string {
  return `/memories/${vaultId}/photos/${photoId}`;
}
