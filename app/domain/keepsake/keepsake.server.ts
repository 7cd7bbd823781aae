import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { type AuthoredFile, filesOf, isBoard } from "~/domain/access/media-item";
import type { ViewedVault } from "~/domain/access/view-vault.server";
import { findPostKeys } from "~/domain/board/pieces.server";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { fileNameFor } from "~/domain/media/file-name";
import { copyKey, copyWidthFor } from "~/domain/media/media";
import { ownStorageKey } from "~/domain/media/storage-proof.server";
import { certificateFile, fingerprintOf } from "~/domain/seal/certificate";
import { findCertificate, isUnchanged } from "~/domain/seal/certificate.server";
import { issuerPage } from "~/domain/seal/issuer-keys";
import { listIssuerKeys } from "~/domain/seal/signing-keys.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { env } from "~/env.server";
import { type KeepsakeContent, type KeepsakeFile, PICTURE } from "~/keepsake/content";
import { keepsakePage } from "~/keepsake/page";
import { keepsakeReadme } from "~/keepsake/readme";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { readMedia } from "~/services/media-store.server";
import { streamZip, type ZipEntry } from "~/services/zip.server";
import { media } from "~db/schema";
import { archiveName, keptPath } from "./kept-path";

/** In pixels, of the photos inside the page. */
const PICTURE_WIDTH = 1080;

export type Keepsake = { fileName: string; archive: Readable };

/**
 * Streams a ZIP: a page for any browser, the text, the original files and the proof of the seal. Undefined for viewers
 * who may not read the vault. Callers call `recordReading` first.
 */
export async function keepsakeOf(viewed: ViewedVault, now = clock.now()): Promise<Keepsake | undefined> {
  if (!viewed.seesContent) return undefined;
  const { vault } = viewed;
  const [storageKeys, proof] = await Promise.all([findStorageKeys(vault.id), proofOf(viewed)]);
  const files = filesOf(viewed).map((file) => (isCopyOnly(viewed, file) ? asCopy(file) : file));
  const content = contentOf(viewed, files, proof?.seal, now);
  const copy = ({ id, width }: Pick<AuthoredFile, "id" | "width">, wanted: number) => {
    const key = copyKey(storageKeys.get(id) ?? "", copyWidthFor(width ?? wanted, wanted));
    return readMedia(key, { kind: "photo" });
  };
  const original = (file: AuthoredFile) =>
    isCopyOnly(viewed, file)
      ? readMedia(keptCopyKey(storageKeys.get(file.id) ?? "", file), { kind: "photo" })
      : readMedia(storageKeys.get(file.id) ?? "", { kind: file.kind });
  const picture = (id: string) =>
    copy(files.find((file) => file.id === id) ?? { id, width: PICTURE_WIDTH }, PICTURE_WIDTH);
  const page = keepsakePage(content);
  const entries: ZipEntry[] = [
    { path: "README.txt", content: keepsakeReadme(content), isCompressed: true },
    { path: "index.html", content: async () => Readable.from(inlinePictures(page, picture)), isCompressed: true },
    ...(vault.message ? [{ path: "message.txt", content: vault.message, isCompressed: true }] : []),
    ...(proof?.entries ?? []),
    ...files.map((file, index) => ({
      path: pathOf(file, index),
      content: () => original(file),
      // The length of a copy is not known beforehand.
      ...(!isCopyOnly(viewed, file) && { bytes: file.bytes }),
    })),
  ];
  return { fileName: archiveName(vault.title || DISPLAY_TITLE), archive: streamZip(entries, now) };
}

/** The parts of a keepsake, for an archive with several: photos are beside its page instead of inside it. */
export type KeepsakeParts = { pages: { path: string; content: string }[]; files: KeptFile[] };
/** `isGuests`: a guest of a board added it. `isCopy`: as `keptCopyKey` says, and of another length. */
type KeptFile = { id: string; path: string; bytes: number; isGuests: boolean; isCopy: boolean };

/** Undefined for viewers who may not read the vault. Callers call `recordReading` first. */
export async function keepsakePartsOf(viewed: ViewedVault, now: Date): Promise<KeepsakeParts | undefined> {
  if (!viewed.seesContent) return undefined;
  const proof = await proofOf(viewed);
  const listed = filesOf(viewed);
  const files = listed.map((file) => (isCopyOnly(viewed, file) ? asCopy(file) : file));
  const content = contentOf(viewed, files, proof?.seal, now);
  const page = { ...content, files: content.files.map((file) => ({ ...file, picture: undefined })) };
  const { message } = viewed.vault;
  return {
    pages: [
      { path: "index.html", content: keepsakePage(page) },
      { path: "README.txt", content: keepsakeReadme(content) },
      ...(message ? [{ path: "message.txt", content: message }] : []),
      ...(proof?.entries ?? []),
    ],
    files: files.map((file, index) => ({
      id: file.id,
      path: pathOf(file, index),
      bytes: file.bytes,
      isGuests: file.isGuests,
      isCopy: isCopyOnly(viewed, file),
    })),
  };
}

/** In pixels: larger than any copy. */
const LARGEST = 100_000;

/** Of the copy that others take away of a guest's photo. */
export function keptCopyKey(storageKey: string, { width }: { width: number | null }): string {
  return copyKey(storageKey, copyWidthFor(width ?? LARGEST, LARGEST));
}

/** A guest's photo leaves the board without the place where it was taken, except for its host. */
function isCopyOnly({ view }: ViewedVault, { kind, isGuests }: AuthoredFile): boolean {
  return isGuests && kind === "photo" && view.as !== "owner";
}

const asCopy = (file: AuthoredFile): AuthoredFile => ({ ...file, contentType: "image/webp" });

/** Inlines each photo as a `data:` URL, holding one photo in memory at a time. */
async function* inlinePictures(page: string, read: (id: string) => Promise<Readable>): AsyncGenerator<Buffer> {
  // `split` by an expression with one group puts what it matched at every odd index.
  for (const [index, part] of page.split(PICTURE).entries()) {
    if (index % 2 === 0) yield Buffer.from(part);
    else yield Buffer.from(`src="data:image/webp;base64,${(await buffer(await read(part))).toString("base64")}"`);
  }
}

async function findStorageKeys(vaultId: string): Promise<Map<string, string>> {
  const rows = await db.select().from(media).where(eq(media.vaultId, vaultId));
  return new Map([...rows.map((row) => [row.id, ownStorageKey(row)] as const), ...(await findPostKeys(vaultId))]);
}

const DOUBTFUL = "What is here does not match its certificate any more: please ask its sender, and tell us.";

type Proof = {
  seal: NonNullable<KeepsakeContent["seal"]>;
  entries: { path: string; content: string; isCompressed: true }[];
};

/** Includes the public keys: they must outlive this installation. */
async function proofOf({ seal }: ViewedVault): Promise<Proof | undefined> {
  if (!seal?.vault.sealedAt) return undefined;
  const { id, deliveryZone, sealedAt } = seal.vault;
  const [certificate, keys] = await Promise.all([findCertificate(id, { withSalt: true }), listIssuerKeys()]);
  if (!certificate) return undefined;
  const sealed = `Sealed on ${formatDate(dateIn(deliveryZone, sealedAt))}`;
  return {
    seal: {
      note: (await isUnchanged(seal)) ? `${sealed}, unchanged since.` : `${sealed}. ${DOUBTFUL}`,
      fingerprint: await fingerprintOf(certificate.manifest),
    },
    entries: [
      { path: "certificate.json", content: certificateFile(certificate), isCompressed: true },
      { path: "amberkeep.json", content: issuerPage(env.BASE_URL, keys), isCompressed: true },
    ],
  };
}

function contentOf(
  viewed: ViewedVault,
  files: AuthoredFile[],
  seal: KeepsakeContent["seal"],
  now: Date,
): KeepsakeContent {
  const { vault, senderName, posts } = viewed;
  const on = (instant: Date) => formatDate(dateIn(vault.deliveryZone, instant));
  return {
    title: vault.title || DISPLAY_TITLE,
    from: `From ${senderName}, written ${on(vault.createdAt)}`,
    message: vault.message,
    isBoard: isBoard(viewed),
    files: files.map((file, index) => ({ ...keptFile(file, index), author: file.author })),
    notes: posts.flatMap(({ kind, text, authorName }) => (kind === "note" ? [{ text, author: authorName }] : [])),
    seal,
    takenOn: on(now),
    source: env.BASE_URL,
  };
}

const pathOf = ({ fileName, contentType }: AuthoredFile, index: number) =>
  keptPath(index + 1, fileNameFor(fileName, contentType));

function keptFile(file: AuthoredFile, index: number): Omit<KeepsakeFile, "author"> {
  const { id, kind, altText, width, height } = file;
  return {
    path: pathOf(file, index),
    kind,
    label: altText || fileNameFor(file.fileName, file.contentType),
    caption: altText,
    width,
    height,
    // Photos of unknown size have no smaller copies.
    picture: kind === "photo" && width !== null ? id : undefined,
  };
}
