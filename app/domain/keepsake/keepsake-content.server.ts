import { type AuthoredFile, captioned, isBoard } from "~/domain/access/media-item";
import type { ViewedMedia, ViewedVault } from "~/domain/access/view-vault.server";
import type { Board } from "~/domain/board/board.server";
import type { Guest } from "~/domain/board/guests.server";
import type { PostPiece } from "~/domain/board/pieces.server";
import { type CalendarDate, dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { fileNameFor } from "~/domain/media/file-name";
import type { KeptReply } from "~/domain/reply/kept-replies.server";
import { certificateFile, fingerprintOf } from "~/domain/seal/certificate";
import { findCertificate, isUnchanged } from "~/domain/seal/certificate.server";
import { issuerPage } from "~/domain/seal/issuer-keys";
import { listIssuerKeys } from "~/domain/seal/signing-keys.server";
import { DISPLAY_TITLE, isOpen } from "~/domain/vault/vault";
import { env } from "~/env.server";
import type { KeepsakeContent, KeepsakeDay, KeepsakeFile } from "~/keepsake/content";
import { keptPath } from "./kept-path";

type Proof = {
  seal: NonNullable<KeepsakeContent["seal"]>;
  entries: { path: string; content: string; isCompressed: true }[];
};

/** Includes the public keys: they must outlive this installation. */
export async function proofOf({ seal }: ViewedVault): Promise<Proof | undefined> {
  if (!seal?.vault.sealedAt) return undefined;
  const { id, deliveryZone, sealedAt } = seal.vault;
  const [certificate, keys] = await Promise.all([findCertificate(id, { withSalt: true }), listIssuerKeys()]);
  if (!certificate) return undefined;
  return {
    seal: {
      sealedOn: formatDate(dateIn(deliveryZone, sealedAt)),
      isUnchanged: await isUnchanged(seal),
      fingerprint: await fingerprintOf(certificate.manifest),
      fileCount: certificate.manifest.files.length,
    },
    entries: [
      { path: "certificate.json", content: certificateFile(certificate), isCompressed: true },
      { path: "amberkeep.json", content: issuerPage(env.BASE_URL, keys), isCompressed: true },
    ],
  };
}

type Parts = { files: AuthoredFile[]; replies: KeptReply[]; seal: KeepsakeContent["seal"] };

/** Days are those of the vault's zone, as on the page of the letter. */
export function contentOf(viewed: ViewedVault, { files, replies, seal }: Parts, now: Date): KeepsakeContent {
  const { vault, view, senderName, posts, delivery } = viewed;
  const dayOf = (instant: Date) => inFull(dateIn(vault.deliveryZone, instant));
  const arrivedAt = vault.deliveredAt ?? delivery?.openedAt ?? null;
  let replyFiles = 0;
  return {
    title: vault.title || DISPLAY_TITLE,
    from: senderName,
    to: hasOneReader(viewed) ? (view.as === "recipient" && delivery?.recipientName) || vault.recipient : null,
    written: dayOf(vault.createdAt),
    arrived: arrivedAt && dayOf(arrivedAt),
    due: vault.deliveryDate ? inFull(vault.deliveryDate) : null,
    message: vault.message,
    isBoard: isBoard(viewed),
    files: files.map((file, index) => ({ ...keptFile(file, archivePathOf(file, index)), author: file.author })),
    isWithoutLocations: files.some((file) => isWithoutLocation(viewed, file)),
    notes: posts.flatMap(({ kind, text, authorName }) => (kind === "note" ? [{ text, author: authorName }] : [])),
    replies: replies.map(({ author, text, createdAt, media }) => ({
      author,
      text,
      on: dayOf(createdAt).inFull,
      files: media.map((file) => ({ ...keptFile(file, replyPathOf(file, replyFiles++)), author: null })),
    })),
    seal,
    takenOn: dayOf(now).inFull,
    source: env.BASE_URL,
  };
}

/** What one guest added to a board, for a page of its own. */
export function piecesContent(
  board: Board,
  guest: Pick<Guest, "name">,
  pieces: PostPiece[],
  now: Date,
): KeepsakeContent {
  const dayOf = (instant: Date) => inFull(dateIn(board.zone, instant));
  const due = board.deliveryDate ? inFull(board.deliveryDate) : null;
  const files = pieces.flatMap(({ file, text }) => (file ? [captioned(file, text)] : []));
  return {
    title: board.title,
    from: guest.name,
    to: null,
    written: dayOf(pieces[0]?.createdAt ?? now),
    arrived: isOpen(board) ? due : null,
    due,
    message: "",
    isBoard: true,
    files: files.map((file, index) => ({
      ...keptFile(file, archivePathOf(file, index)),
      author: null,
      picture: undefined,
    })),
    isWithoutLocations: false,
    notes: pieces.flatMap(({ kind, text }) => (kind === "note" ? [{ text, author: guest.name }] : [])),
    replies: [],
    seal: undefined,
    takenOn: dayOf(now).inFull,
    source: env.BASE_URL,
  };
}

const hasOneReader = ({ vault, delivery }: ViewedVault) =>
  vault.type !== "memory-board" && vault.type !== "future-self" && !delivery?.isToSender;

/** Others get a guest's file of a board without its location; its host gets the original. */
export function isWithoutLocation({ view }: ViewedVault, { isGuests }: AuthoredFile): boolean {
  return isGuests && view.as !== "owner";
}

const inFull = (date: CalendarDate): KeepsakeDay => ({ iso: date, inFull: formatDate(date) });

/** `index` counts through all files of the vault. */
export const archivePathOf = (
  { fileName, contentType }: Pick<ViewedMedia, "fileName" | "contentType">,
  index: number,
) => keptPath(index + 1, fileNameFor(fileName, contentType));

/** `index` counts through all files of all replies. */
export const replyPathOf = ({ fileName, contentType }: Pick<ViewedMedia, "fileName" | "contentType">, index: number) =>
  keptPath(index + 1, fileNameFor(fileName, contentType), "replies");

function keptFile(file: ViewedMedia & { caption?: string }, path: string): Omit<KeepsakeFile, "author"> {
  const { id, kind, altText, caption = altText, width, height } = file;
  return {
    path,
    kind,
    label: altText || fileNameFor(file.fileName, file.contentType),
    caption,
    width,
    height,
    // Photos of unknown size have no smaller copies.
    picture: kind === "photo" && width !== null ? id : undefined,
  };
}
