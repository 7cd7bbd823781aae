import { and, asc, eq, inArray } from "drizzle-orm";
import { storedType } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import type { Transaction } from "~/services/db.server";
import { boardMedia, boardPosts, media, memories, replyMedia, uploads } from "~db/schema";
import { altTextOf, encryptAltText, withAltText } from "./alt-text.server";
import { describeMedia } from "./alt-texts.server";
import { discardFiles } from "./discarded-files.server";
import { cleanAltText, type MediaKind, mediaLimits, overLimits } from "./media";
import { FILE_GONE, GUESTS_COUNT, uploadRefusal } from "./refusals";
import { vaultStorageRefusal } from "./storage-limit.server";
import { ownStorageKey, storageProof } from "./storage-proof.server";
import { STORAGE_REFUSALS } from "./storage-refusals.server";
import { inForm, type Upload } from "./uploads.server";

export type Attachment = {
  owner: string;
  formId: string;
  vaultId: string;
  /** Saved files that leave the vault; unknown ids are ignored. */
  removed?: string[];
  /** Files that the writer saw in the form. Nothing is saved if one is gone, unless it is in `removed`. */
  shown?: string[];
  /** By file id, including saved files. */
  altTexts?: Record<string, string>;
  /** Leaves the account's storage limit unchecked: for imports, and for what counted towards a visitor's limit. */
  isUnlimited?: boolean;
};
/** `count` includes the files saved before. */
export type Attached =
  | { ok: true; count: number; isChanged: boolean }
  | { ok: false; kind?: MediaKind; message: string };

/**
 * Every saved file stays unless it is in `removed`. A file that the vault already has, or that arrived twice (a form
 * sent twice, or at once), is added once. Over a limit, which guests' pieces of a board count towards, nothing changes.
 * Locks the vault's row, so that concurrent saves are counted in turn. The caller has checked that the user may change
 * the vault.
 */
export async function attachUploads(tx: Transaction, attachment: Attachment, now = clock.now()): Promise<Attached> {
  const { owner, formId, vaultId, removed = [], shown = [], altTexts = {}, isUnlimited = false } = attachment;
  const [vault] = await tx
    .select({ type: memories.type, userId: memories.userId })
    .from(memories)
    .where(eq(memories.id, vaultId))
    .for("update");
  if (!vault) throw new Error("Files cannot be attached to a vault that does not exist.");
  const type = storedType(vault.type);
  const saved = await tx
    .select()
    .from(media)
    .where(eq(media.vaultId, vaultId))
    .orderBy(asc(media.position), asc(media.id))
    .for("update");
  const kept = saved.filter(({ id }) => !removed.includes(id));
  const uploaded = await readyUploads(tx, owner, formId);
  const isThere = (id: string) => removed.includes(id) || [...kept, ...uploaded].some((file) => file.id === id);
  if (!shown.every(isThere)) return { ok: false, message: FILE_GONE };
  const repeated = uploaded.filter((upload, index) =>
    [...kept, ...uploaded.slice(0, index)].some((file) => isSameFile(file, upload)),
  );
  const ready = uploaded.filter((upload) => !repeated.includes(upload));
  const all = [...kept, ...ready];
  const guests = ready.length > 0 ? await filesOfGuests(tx, vaultId) : [];
  const over = overLimits(type, [...guests, ...all]);
  if (over) {
    const message = uploadRefusal(over.reason, { kind: over.kind, limits: mediaLimits(type) });
    return { ok: false, kind: over.kind, message: guests.length > 0 ? `${message} ${GUESTS_COUNT}` : message };
  }
  const bytes = ready.reduce((sum, file) => sum + file.bytes, 0);
  const full = bytes > 0 && !isUnlimited ? await vaultStorageRefusal(tx, vault.userId, bytes) : undefined;
  if (full) return { ok: false, kind: ready.at(-1)?.kind ?? "photo", message: STORAGE_REFUSALS[full]("") };

  await discardFiles(tx, repeated, now);
  await forgetUploads(tx, repeated);
  const dropped = saved.filter((row) => !kept.includes(row));
  if (dropped.length > 0) {
    await discardFiles(tx, dropped, now);
    await tx.delete(media).where(
      inArray(
        media.id,
        dropped.map(({ id }) => id),
      ),
    );
  }
  const isDescribed = await describeMedia(
    tx,
    kept.map((file) => withAltText(media, file)),
    altTexts,
  );
  await moveToMedia(tx, ready, { vaultId, altTexts, first: (kept.at(-1)?.position ?? -1) + 1 }, now);
  return { ok: true, count: all.length, isChanged: isDescribed || dropped.length + ready.length > 0 };
}

/** They share the limits of their board. */
function filesOfGuests(tx: Transaction, vaultId: string) {
  return tx
    .select({ kind: boardMedia.kind, bytes: boardMedia.bytes })
    .from(boardMedia)
    .innerJoin(boardPosts, eq(boardPosts.id, boardMedia.postId))
    .where(eq(boardPosts.vaultId, vaultId));
}

type SentFile = Pick<Upload, "sha256" | "fileName" | "kind">;

export const isSameFile = (one: SentFile, other: SentFile) =>
  one.sha256 === other.sha256 && one.fileName === other.fileName && one.kind === other.kind;

async function moveToMedia(
  tx: Transaction,
  ready: Upload[],
  { vaultId, altTexts, first }: { vaultId: string; altTexts: Record<string, string>; first: number },
  now: Date,
): Promise<void> {
  if (ready.length === 0) return;
  await tx.insert(media).values(
    ready.map((upload, index) => ({
      ...mediaRow(upload, { vaultId }, altTexts),
      vaultId,
      position: first + index,
      createdAt: now,
    })),
  );
  await forgetUploads(tx, ready);
}

/** Locks the uploads until the transaction ends. */
export async function readyUploads(tx: Transaction, owner: string, formId: string): Promise<Upload[]> {
  return tx
    .select()
    .from(uploads)
    .where(and(inForm(owner, formId), eq(uploads.state, "ready")))
    .orderBy(asc(uploads.position), asc(uploads.createdAt), asc(uploads.id))
    .for("update");
}

type Parent = { vaultId: string } | { replyId: string } | { postId: string };

/** For a file that moves from its form to a vault, a reply or a post. */
export function mediaRow(upload: Upload, to: Parent, altTexts: Record<string, string>) {
  const { id, kind, fileName, bytes, contentType, sha256, width, height, colour } = upload;
  if (contentType === null || sha256 === null) throw new Error("An upload is ready but was never inspected.");
  const altText = altTexts[id] === undefined ? altTextOf(uploads, upload) : cleanAltText(altTexts[id]);
  const described = encryptAltText(tableOf(to), id, altText);
  const storageKey = ownStorageKey(upload);
  const stored = { storageKey, storageProof: storageProof({ id, storageKey, ...to }) };
  return { id, kind, ...stored, fileName, ...described, bytes, contentType, sha256, width, height, colour };
}

function tableOf(to: Parent) {
  if ("vaultId" in to) return media;
  return "replyId" in to ? replyMedia : boardMedia;
}

/** Deletes the rows only; the files stay in the store. */
export async function forgetUploads(tx: Transaction, ready: Upload[]): Promise<void> {
  if (ready.length === 0) return;
  await tx.delete(uploads).where(
    inArray(
      uploads.id,
      ready.map(({ id }) => id),
    ),
  );
}
