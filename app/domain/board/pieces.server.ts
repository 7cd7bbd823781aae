import { and, asc, count, countDistinct, desc, eq, gte, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { withAltText } from "~/domain/media/alt-text.server";
import { ownStorageKey } from "~/domain/media/storage-proof.server";
import { readIfIntact } from "~/services/cipher.server";
import { db } from "~/services/db.server";
import { boardGuests, boardMedia, boardPosts } from "~db/schema";
import type { PostKind, PostState } from "./board";
import { decryptPostText } from "./post-text.server";

/** A guest's piece of a board. */
export type PostPiece = {
  id: string;
  vaultId: string;
  guestId: string;
  kind: PostKind;
  state: PostState;
  text: string;
  authorName: string;
  /** The id of the guest's account, or of a guest without one. */
  authorId: string;
  createdAt: Date;
  updatedAt: Date;
  isReported: boolean;
  file: ReturnType<typeof shownFile> | null;
};

export type PieceFilter = {
  states?: PostState[];
  guestId?: string;
  isReported?: true;
  id?: string;
  ids?: string[];
};

type Listing = {
  order?: "oldest" | "newest";
  limit?: number;
  offset?: number;
  /** Texts that cannot be decrypted are empty and named here, instead of thrown. */
  unreadable?: string[] | undefined;
};

/** The caller has checked that the viewer may see them. */
export async function listPieces(
  vaultId: string,
  filter: PieceFilter = {},
  { order = "oldest", limit, offset = 0, unreadable }: Listing = {},
): Promise<PostPiece[]> {
  const query = pieceQuery(conditionOf(vaultId, filter)).orderBy(...inOrder(order));
  const rows = await (limit === undefined ? query : query.limit(limit).offset(offset));
  return rows.map((row) => toPiece(row, unreadable));
}

function inOrder(order: "oldest" | "newest"): SQL[] {
  const direction = order === "newest" ? desc : asc;
  return [direction(boardPosts.createdAt), direction(boardPosts.part), direction(boardPosts.id)];
}

/** Who added the pieces that hosts show, without their content. */
export async function listShownAuthors(vaultId: string, order: "oldest" | "newest") {
  const rows = await db
    .select({ id: boardPosts.id, guestId: boardGuests.id, author: boardGuests.name, accountId: boardGuests.userId })
    .from(boardPosts)
    .innerJoin(boardGuests, eq(boardGuests.id, boardPosts.guestId))
    .where(conditionOf(vaultId, { states: ["shown"] }))
    .orderBy(...inOrder(order));
  return rows.map(({ id, guestId, author, accountId }) => ({ id, author, authorId: accountId ?? guestId }));
}

/** In any state, the oldest change first; of very many the newest, which are on the first page of a wall. */
export async function listChangedPieces(vaultIds: string[], since: Date): Promise<PostPiece[]> {
  if (vaultIds.length === 0) return [];
  const isChanged = and(inArray(boardPosts.vaultId, vaultIds), gte(boardPosts.updatedAt, since));
  const rows = await pieceQuery(isChanged)
    .orderBy(desc(boardPosts.updatedAt), desc(boardPosts.createdAt), desc(boardPosts.part))
    .limit(CHANGES_AT_MOST);
  return rows.reverse().map((row) => toPiece(row));
}

/** In the given states, or in any. */
export async function listPieceIds(vaultIds: string[], states?: PostState[]): Promise<Set<string>> {
  if (vaultIds.length === 0) return new Set();
  const rows = await db
    .select({ id: boardPosts.id })
    .from(boardPosts)
    .where(and(inArray(boardPosts.vaultId, vaultIds), states && inArray(boardPosts.state, states)));
  return new Set(rows.map(({ id }) => id));
}

const CHANGES_AT_MOST = 500;

function pieceQuery(where: SQL | undefined) {
  return db
    .select({ post: boardPosts, file: boardMedia, authorName: boardGuests.name, accountId: boardGuests.userId })
    .from(boardPosts)
    .innerJoin(boardGuests, eq(boardGuests.id, boardPosts.guestId))
    .leftJoin(boardMedia, eq(boardMedia.postId, boardPosts.id))
    .where(where);
}

type PieceRow = Awaited<ReturnType<typeof pieceQuery>>[number];

function toPiece({ post, file, authorName, accountId }: PieceRow, unreadable?: string[]): PostPiece {
  const { id, vaultId, guestId, kind, state, createdAt, updatedAt, reportedAt } = post;
  return {
    id,
    vaultId,
    guestId,
    kind,
    state,
    text: readIfIntact(() => decryptPostText(post), `piece by ${authorName}`, unreadable) ?? "",
    authorName,
    authorId: accountId ?? guestId,
    createdAt,
    updatedAt,
    isReported: reportedAt !== null,
    file: file && shownFile(file, unreadable),
  };
}

function shownFile(row: typeof boardMedia.$inferSelect, unreadable?: string[]) {
  const { storageKey: _, storageProof: __, postId: ___, ...file } = withAltText(boardMedia, row, unreadable);
  return file;
}

export function countPieces(vaultId: string, filter: PieceFilter = {}): Promise<number> {
  return db.$count(boardPosts, conditionOf(vaultId, filter));
}

export type PieceCounts = Record<PostState | "all" | "reported", number>;

/** In one statement, as they are on one page. */
export async function countPiecesByState(vaultId: string): Promise<PieceCounts> {
  const rows = await db
    .select({ state: boardPosts.state, pieces: count(), reported: count(boardPosts.reportedAt) })
    .from(boardPosts)
    .where(eq(boardPosts.vaultId, vaultId))
    .groupBy(boardPosts.state);
  const counts: PieceCounts = { all: 0, waiting: 0, shown: 0, hidden: 0, reported: 0 };
  for (const { state, pieces, reported } of rows) {
    counts[state] = pieces;
    counts.all += pieces;
    counts.reported += reported;
  }
  return counts;
}

function conditionOf(vaultId: string, { states, guestId, isReported, id, ids }: PieceFilter): SQL | undefined {
  return and(
    eq(boardPosts.vaultId, vaultId),
    states && inArray(boardPosts.state, states),
    guestId === undefined ? undefined : eq(boardPosts.guestId, guestId),
    id === undefined ? undefined : eq(boardPosts.id, id),
    ids && inArray(boardPosts.id, ids),
    isReported && isNotNull(boardPosts.reportedAt),
  );
}

/** With the host. Guests of the same name are different people, and an account that joined twice is one. */
export function countAuthors(posts: Pick<PostPiece, "authorId">[], hostId: string): number {
  return new Set([...posts.map(({ authorId }) => authorId), hostId]).size;
}

/** Like `countAuthors`, for pieces in any state. */
export async function countContributors(vaultId: string): Promise<number> {
  const [row] = await db
    .select({ people: countDistinct(sql`coalesce(${boardGuests.userId}, ${boardGuests.id})`) })
    .from(boardPosts)
    .innerJoin(boardGuests, eq(boardGuests.id, boardPosts.guestId))
    .where(eq(boardPosts.vaultId, vaultId));
  return row?.people ?? 0;
}

/** Storage keys of the files that guests added, by id. */
export async function findPostKeys(vaultId: string): Promise<[id: string, storageKey: string][]> {
  const rows = await db
    .select({ file: boardMedia })
    .from(boardMedia)
    .innerJoin(boardPosts, eq(boardPosts.id, boardMedia.postId))
    .where(eq(boardPosts.vaultId, vaultId));
  return rows.map(({ file }) => [file.id, ownStorageKey(file)]);
}

export async function findPostFile(id: string) {
  const [row] = await db
    .select({ file: boardMedia, post: boardPosts })
    .from(boardMedia)
    .innerJoin(boardPosts, eq(boardPosts.id, boardMedia.postId))
    .where(eq(boardMedia.id, id));
  return row && { post: row.post, file: { ...row.file, storageKey: ownStorageKey(row.file) } };
}
