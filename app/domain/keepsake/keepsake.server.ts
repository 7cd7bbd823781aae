import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { type AuthoredFile, filesOf } from "~/domain/access/media-item";
import type { ViewedVault } from "~/domain/access/view-vault.server";
import { findPostKeys } from "~/domain/board/pieces.server";
import { readWithoutLocation } from "~/domain/media/location/without-location.server";
import { copyKey, copyWidthFor } from "~/domain/media/media";
import { ownStorageKey } from "~/domain/media/storage-proof.server";
import { MediaChanged, type RecordedFile, unchanged } from "~/domain/media/unchanged.server";
import { findReplyKeys, type KeptReply, listKeptReplies } from "~/domain/reply/kept-replies.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { type KeepsakeFile, PICTURE } from "~/keepsake/content";
import { missingNote } from "~/keepsake/missing";
import { keepsakePage } from "~/keepsake/page";
import { keepsakeReadme } from "~/keepsake/readme";
import { fontFaces } from "~/keepsake/typefaces";
import { noteIfDamaged } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { log } from "~/services/log.server";
import { isFileLost, MediaMissing, readMedia } from "~/services/media-store.server";
import { streamZip, type ZipEntry } from "~/services/zip.server";
import { media } from "~db/schema";
import { CHECKING_FILES } from "./checking-files";
import { archivePathOf, contentOf, isWithoutLocation, proofOf, replyPathOf } from "./keepsake-content.server";
import { archiveName } from "./kept-path";

/** In pixels, of the photos inside the page. */
const PICTURE_WIDTH = 1080;

export type Keepsake = { fileName: string; archive: Readable };

/**
 * Streams a ZIP: a page for any browser, the text, the original files and the proof of the seal. Files that cannot be
 * read, or not to their end, are named in `MISSING.txt`. Undefined for viewers who may not read the vault. Callers call
 * `recordReading` first.
 */
export async function keepsakeOf(viewed: ViewedVault, now = clock.now()): Promise<Keepsake | undefined> {
  if (!viewed.seesContent) return undefined;
  const { vault } = viewed;
  const [vaultKeys, proof, replies] = await Promise.all([
    findStorageKeys(vault.id),
    proofOf(viewed),
    listKeptReplies(viewed),
  ]);
  const storageKeys = new Map([...vaultKeys, ...(await findReplyKeys(replies))]);
  const files = filesOf(viewed).map((file) => (isCopyOnly(viewed, file) ? asCopy(file) : file));
  const replyFiles = replies.flatMap(({ media }) => media);
  const content = contentOf(viewed, { files, replies, seal: proof?.seal }, now);
  const keyOf = (id: string): string => {
    const key = storageKeys.get(id);
    // Removed since the vault was read.
    if (key === undefined) throw new MediaMissing();
    return key;
  };
  const picture = async (id: string) => {
    const width = [...files, ...replyFiles].find((file) => file.id === id)?.width ?? PICTURE_WIDTH;
    return readMedia(copyKey(keyOf(id), copyWidthFor(width, PICTURE_WIDTH)), { kind: "photo" });
  };
  const [missing, broken, changed]: [string[], string[], string[]] = [[], [], []];
  const orMissing = (path: string, read: () => Promise<Readable>, recorded: RecordedFile) => ({
    path,
    content: async () => {
      const source = await read().catch((error: unknown) => noteMissing(error, missing, path));
      const noteBroken = (error: unknown) => noteMissing(error, error instanceof MediaChanged ? changed : broken, path);
      if (!source) return undefined;
      const whole = Readable.from(untilBroken(unchanged(source, recorded), noteBroken), { objectMode: false });
      // The generator does not run if nothing is read.
      return whole.once("close", () => source.destroy());
    },
  });
  const page = keepsakePage(content, await fontFaces(JSON.stringify(content)));
  const entries: ZipEntry[] = [
    { path: "README.txt", content: keepsakeReadme(content), isCompressed: true },
    { path: "index.html", content: async () => Readable.from(inlinePictures(page, picture)), isCompressed: true },
    ...(vault.message ? [{ path: "message.txt", content: vault.message, isCompressed: true }] : []),
    ...(proof?.entries ?? []),
    ...(proof ? CHECKING_FILES.map((file) => ({ ...file, isCompressed: true })) : []),
    ...files.map((file, index) => {
      return orMissing(
        archivePathOf(file, index),
        async () => readKept(viewed, file, keyOf(file.id)),
        recordedOf(viewed, file),
      );
    }),
    ...replyFiles.map((file, index) => {
      const read = async () => readMedia(keyOf(file.id), { kind: file.kind });
      return orMissing(replyPathOf(file, index), read, file);
    }),
    {
      path: "MISSING.txt",
      content: async () => {
        const note = missingNote({ missing, broken, changed });
        return note === "" ? undefined : Readable.from([Buffer.from(note)]);
      },
    },
  ];
  return { fileName: archiveName(vault.title || DISPLAY_TITLE), archive: streamZip(entries, now) };
}

function readKept(viewed: ViewedVault, file: AuthoredFile, storageKey: string): Promise<Readable> {
  if (isCopyOnly(viewed, file)) return readMedia(keptCopyKey(storageKey, file), { kind: "photo" });
  const stored = { ...file, storageKey };
  return isWithoutLocation(viewed, file) ? readWithoutLocation(stored) : readMedia(storageKey, file);
}

/**
 * The parts of a keepsake, for a folder two below the top of an archive with several: photos are beside its page
 * instead of inside it, and `CHECKING_FILES` at the top.
 */
export type KeepsakeParts = { pages: { path: string; content: string }[]; files: KeptFile[] };
/** `isGuests`: a guest of a board added it. `isCopy`: as `keptCopyKey` says, and of another length. */
type KeptFile = { id: string; path: string; bytes: number; isGuests: boolean; isCopy: boolean };

/** Undefined for viewers who may not read the vault. Callers call `recordReading` first. */
export async function keepsakePartsOf(
  viewed: ViewedVault,
  replies: KeptReply[],
  now: Date,
  unreadable: string[],
): Promise<KeepsakeParts | undefined> {
  if (!viewed.seesContent) return undefined;
  const proof = await proofOf(viewed).catch((error: unknown) => noteIfDamaged(error, "certificate", unreadable));
  const listed = filesOf(viewed);
  const files = listed.map((file) => (isCopyOnly(viewed, file) ? asCopy(file) : file));
  const content = contentOf(viewed, { files, replies, seal: proof?.seal }, now);
  const withoutPictures = (shown: KeepsakeFile[]) => shown.map((file) => ({ ...file, picture: undefined }));
  const page = {
    ...content,
    files: withoutPictures(content.files),
    replies: content.replies.map((reply) => ({ ...reply, files: withoutPictures(reply.files) })),
  };
  const { message } = viewed.vault;
  return {
    pages: [
      { path: "index.html", content: keepsakePage(page) },
      { path: "README.txt", content: keepsakeReadme(content, "../../") },
      ...(message ? [{ path: "message.txt", content: message }] : []),
      ...(proof?.entries ?? []),
    ],
    files: files.map((file, index) => ({
      id: file.id,
      path: archivePathOf(file, index),
      bytes: file.bytes,
      isGuests: file.isGuests,
      isCopy: isCopyOnly(viewed, file),
    })),
  };
}

/** In pixels: larger than any copy. */
const LARGEST = 100_000;

/** The storage key of the copy of a guest's photo that others may download. */
export function keptCopyKey(storageKey: string, { width }: { width: number | null }): string {
  return copyKey(storageKey, copyWidthFor(width ?? LARGEST, LARGEST));
}

const isCopyOnly = (viewed: ViewedVault, file: AuthoredFile) =>
  file.kind === "photo" && isWithoutLocation(viewed, file);

const asCopy = (file: AuthoredFile): AuthoredFile => ({ ...file, contentType: "image/webp" });

/** The length of a copy is not known beforehand. */
function recordedOf(viewed: ViewedVault, file: AuthoredFile): RecordedFile {
  const { bytes, sha256 } = file;
  if (isCopyOnly(viewed, file)) return {};
  return isWithoutLocation(viewed, file) ? { bytes } : { bytes, sha256 };
}

/** Ends a damaged file where it breaks off, since its beginning has been sent. */
async function* untilBroken(
  content: AsyncIterable<Buffer>,
  noteBroken: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    noteBroken(error);
  }
}

/** One missing or damaged file must not withhold the others. */
function noteMissing(error: unknown, missing: string[], path: string): undefined {
  if (!isFileLost(error)) throw error;
  log.warn({ err: error }, "a keepsake lacks a file, or part of one");
  missing.push(path);
}

/**
 * Inlines each photo as a `data:` URL, holding one photo in memory at a time. Without one, its description is shown.
 */
async function* inlinePictures(page: string, read: (id: string) => Promise<Readable>): AsyncGenerator<Buffer> {
  // `split` by an expression with one group puts what it matched at every odd index.
  for (const [index, part] of page.split(PICTURE).entries()) {
    if (index % 2 === 0) yield Buffer.from(part);
    else {
      const picture = await read(part)
        .then(buffer)
        .catch((error: unknown) => noteMissing(error, [], part));
      if (picture) yield Buffer.from(`src="data:image/webp;base64,${picture.toString("base64")}"`);
    }
  }
}

async function findStorageKeys(vaultId: string): Promise<Map<string, string>> {
  const rows = await db.select().from(media).where(eq(media.vaultId, vaultId));
  return new Map([...rows.map((row) => [row.id, ownStorageKey(row)] as const), ...(await findPostKeys(vaultId))]);
}
