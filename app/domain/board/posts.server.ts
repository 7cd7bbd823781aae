import { subMinutes } from "date-fns";
import { and, asc, eq, gt, inArray, ne, type SQL } from "drizzle-orm";
import { altTextOf, encryptAltText } from "~/domain/media/alt-text.server";
import { forgetUploads, mediaRow, readyUploads } from "~/domain/media/attach-uploads.server";
import { deleteDiscarded, discardFiles } from "~/domain/media/discarded-files.server";
import type { Upload } from "~/domain/media/uploads.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { boardGuests, boardMedia, boardPosts } from "~db/schema";
import { type Closed, findExceeded, NOTHING_USED, type PostKind, type PostState, type Quota } from "./board";
import { lockBoard, whyClosed } from "./board.server";
import type { Guest } from "./guests.server";
import { noteNewPieces } from "./new-pieces.server";
import { decryptPostText, encryptPostText } from "./post-text.server";
import { addQuotas, findRemainingQuota } from "./quota.server";

export type NewPost = {
  /** Created with the form, so the same form sent twice adds once, and a changed one changes what it added. */
  formId: string;
  text: string;
  files: { owner: string; altTexts: Record<string, string> };
};

const REPEATED_WITHIN_MINUTES = 10;

export type PostResult =
  | { ok: true; count: number; needsApproval: boolean }
  | { ok: false; reason: "closed"; closed: Closed }
  | { ok: false; reason: "gone" }
  /** `left` is what this guest can still add; `needed` exceeds it. */
  | { ok: false; reason: "over_quota"; exceeded: keyof Quota; left: Quota; needed: Quota };

/**
 * Adds a note, or one piece per ready file of the form; the words go beside the first. Counts under the board's lock,
 * so only one of two guests gets the last slot. A refused form changes nothing and keeps its files. A file that was
 * sent twice, because the connection broke, is one piece. If the form arrived before, but its response was lost, the
 * new text replaces the earlier one, and further files are added. Words that the guest has just added are not added
 * again: on the way back to a form, browsers restore what was sent.
 */
export async function addPosts(guest: Guest, { formId, text, files }: NewPost, now = clock.now()): Promise<PostResult> {
  let repeated: string[] = [];
  const result = await inTransaction(async (tx): Promise<PostResult> => {
    const board = await lockBoard(tx, guest.vaultId);
    const isListed = (await tx.$count(boardGuests, eq(boardGuests.id, guest.id))) > 0;
    if (!isListed) return { ok: false, reason: "gone" };
    const { needsApproval } = board.settings;
    const arrived = await findArrived(tx, guest, formId);
    const [first] = arrived;
    const isChanged = first !== undefined && decryptPostText(first.post) !== text;
    const uploads = await readyUploads(tx, files.owner, formId);
    const ready = uploads.filter(
      ({ sha256 }, index) =>
        !arrived.some((one) => one.sha256 === sha256) && index === uploads.findIndex((one) => one.sha256 === sha256),
    );
    const isKnown = first !== undefined && ready.length === 0;
    if (isKnown && !isChanged) return { ok: true, count: arrived.length, needsApproval };
    const isRepeated = uploads.length === 0 && arrived.length === 0 && (await hasJustAdded(tx, guest, text, now));
    if (isRepeated) return { ok: true, count: 1, needsApproval };
    const closed = whyClosed(board, now);
    if (closed) return { ok: false, reason: "closed", closed };
    const needed = isKnown ? NOTHING_USED : neededFor(text, ready);
    const left = await findRemainingQuota(tx, guest);
    const exceeded = findExceeded(needed, left);
    if (exceeded) return { ok: false, reason: "over_quota", exceeded, left, needed };
    if (isChanged) {
      const changed = await changeWords(tx, guest, { post: first.post, text, needsApproval }, now);
      if (!changed.ok) return changed;
    }
    if (isKnown) return { ok: true, count: arrived.length, needsApproval };
    const pieces = ready.length > 0 ? ready : [undefined];
    const next = (arrived.at(-1)?.post.part ?? -1) + 1;
    for (const [index, upload] of pieces.entries()) {
      const piece = { formId, part: next + index, text, needsApproval, upload, altTexts: files.altTexts };
      await insertPiece(tx, guest, piece, now);
    }
    await noteNewPieces(tx, board, now);
    repeated = await discardFiles(
      tx,
      uploads.filter((one) => !ready.includes(one)),
      now,
    );
    if (uploads.length > 0) await forgetUploads(tx, uploads);
    return { ok: true, count: arrived.length + pieces.length, needsApproval };
  });
  await deleteDiscarded(repeated);
  return result;
}

type NewPiece = Pick<NewPost, "formId" | "text"> & {
  part: number;
  needsApproval: boolean;
  /** Undefined for a note. */
  upload: Upload | undefined;
  altTexts: NewPost["files"]["altTexts"];
};

/** Only the first part of a form has its text. */
async function insertPiece(
  tx: Transaction,
  guest: Guest,
  { formId, part, text, needsApproval, upload, altTexts }: NewPiece,
  now: Date,
): Promise<void> {
  const words = part === 0 ? text : "";
  const postId = createId();
  const kind: PostKind = upload?.kind ?? "note";
  await tx.insert(boardPosts).values({
    id: postId,
    vaultId: guest.vaultId,
    guestId: guest.id,
    kind,
    state: needsApproval ? "waiting" : "shown",
    ...encryptPostText(postId, words),
    characters: kind === "note" ? words.length : 0,
    formId,
    part,
    createdAt: now,
    updatedAt: now,
  });
  if (!upload) return;
  const file = mediaRow(upload, { postId }, altTexts);
  await tx.insert(boardMedia).values({ ...file, postId, position: 0, createdAt: now });
}

/** The pieces that a form has added before, each with its file's digest. */
function findArrived(tx: Transaction, guest: Guest, formId: string) {
  return tx
    .select({ post: boardPosts, sha256: boardMedia.sha256 })
    .from(boardPosts)
    .leftJoin(boardMedia, eq(boardMedia.postId, boardPosts.id))
    .where(and(eq(boardPosts.guestId, guest.id), eq(boardPosts.formId, formId)))
    .orderBy(asc(boardPosts.part));
}

async function hasJustAdded(tx: Transaction, guest: Guest, text: string, now: Date): Promise<boolean> {
  const isRecent = gt(boardPosts.createdAt, subMinutes(now, REPEATED_WITHIN_MINUTES));
  const rows = await tx
    .select()
    .from(boardPosts)
    .where(and(eq(boardPosts.guestId, guest.id), isRecent));
  return rows.some((post) => decryptPostText(post) === text);
}

/** Whether the guest's form added files before. */
export async function hasPostedFiles({ id }: Pick<Guest, "id">, formId: string): Promise<boolean> {
  const ofForm = and(eq(boardPosts.guestId, id), eq(boardPosts.formId, formId));
  return (await db.$count(boardPosts, and(ofForm, ne(boardPosts.kind, "note")))) > 0;
}

function neededFor(text: string, ready: Upload[]): Quota {
  if (ready.length === 0) return { ...NOTHING_USED, characters: text.length };
  return ready.reduce(
    (quota, { kind, bytes }) => addQuotas(quota, { ...NOTHING_USED, [kind]: 1, bytes }),
    NOTHING_USED,
  );
}

export type EditResult = { ok: true; state: PostState } | Extract<PostResult, { ok: false }>;

type PostEdit = { text: string; altText?: string };

/**
 * A guest changes the words of their own piece, and the alternative text of its photo, while the board is not sealed.
 * It may need approval again.
 */
export function editPost(
  guest: Guest,
  postId: string,
  { text, altText }: PostEdit,
  now = clock.now(),
): Promise<EditResult> {
  return inTransaction(async (tx): Promise<EditResult> => {
    const board = await lockBoard(tx, guest.vaultId);
    if (board.state !== "scheduled") {
      return { ok: false, reason: "closed", closed: whyClosed(board, now) ?? "sealed" };
    }
    const [post] = await tx.select().from(boardPosts).where(isOwn(guest, postId));
    if (!post) return { ok: false, reason: "gone" };
    const ofPost = eq(boardMedia.postId, post.id);
    const [photo] = post.kind === "photo" ? await tx.select().from(boardMedia).where(ofPost) : [];
    const isSameDescription = !photo || altText === undefined || altText === altTextOf(boardMedia, photo);
    if (isSameDescription && decryptPostText(post) === text) return { ok: true, state: post.state };
    const changed = await changeWords(tx, guest, { post, text, ...board.settings }, now);
    if (changed.ok && !isSameDescription)
      await tx
        .update(boardMedia)
        .set(encryptAltText(boardMedia, photo.id, altText))
        .where(ofPost);
    return changed;
  });
}

async function changeWords(
  tx: Transaction,
  guest: Guest,
  { post, text, needsApproval }: { post: typeof boardPosts.$inferSelect; text: string; needsApproval: boolean },
  now: Date,
): Promise<EditResult> {
  const characters = post.kind === "note" ? text.length : 0;
  const quota = await findRemainingQuota(tx, guest);
  const left = { ...quota, characters: quota.characters + post.characters };
  const needed = { ...NOTHING_USED, characters };
  // A shorter text always fits, even when the quota shrank.
  if (characters > post.characters && findExceeded(needed, left)) {
    return { ok: false, reason: "over_quota", exceeded: "characters", left, needed };
  }
  const state: PostState = post.state === "shown" && needsApproval ? "waiting" : post.state;
  await tx
    .update(boardPosts)
    .set({ ...encryptPostText(post.id, text), characters, state, updatedAt: now })
    .where(eq(boardPosts.id, post.id));
  return { ok: true, state };
}

/** Possible at any time, also after the reveal. Unknown pieces count as removed. */
export async function removeOwnPost(guest: Guest, postId: string, now = clock.now()): Promise<void> {
  await discardAfter(async (tx) => {
    await lockBoard(tx, guest.vaultId);
    const rows = await tx.select({ id: boardPosts.id }).from(boardPosts).where(isOwn(guest, postId));
    return deletePosts(tx, idsOf(rows), now);
  });
}

/** Deletes everything that the guest added: pieces, name and address. */
export async function withdrawGuest(guest: Pick<Guest, "id" | "vaultId">, now = clock.now()): Promise<void> {
  await discardAfter(async (tx) => {
    await lockBoard(tx, guest.vaultId);
    const keys = await deletePostsOf(tx, eq(boardPosts.guestId, guest.id), now);
    await tx.delete(boardGuests).where(and(eq(boardGuests.id, guest.id), eq(boardGuests.vaultId, guest.vaultId)));
    return keys;
  });
}

/** Deletes the files once the transaction is committed; a sweep deletes what an interruption leaves. */
async function discardAfter(work: (tx: Transaction) => Promise<string[]>): Promise<void> {
  await deleteDiscarded(await inTransaction(work));
}

/** Returns the files' keys. */
export async function deletePostsOf(tx: Transaction, where: SQL | undefined, now: Date): Promise<string[]> {
  return deletePosts(tx, idsOf(await tx.select({ id: boardPosts.id }).from(boardPosts).where(where)), now);
}

async function deletePosts(tx: Transaction, ids: string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const ofPosts = inArray(boardMedia.postId, ids);
  const keys = await discardFiles(tx, await tx.select().from(boardMedia).where(ofPosts), now);
  await tx.delete(boardMedia).where(ofPosts);
  await tx.delete(boardPosts).where(inArray(boardPosts.id, ids));
  return keys;
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

const isOwn = (guest: Guest, postId: string) => and(eq(boardPosts.id, postId), eq(boardPosts.guestId, guest.id));
