import { and, desc, eq, exists, ne, or, type SQL, sql } from "drizzle-orm";
import { type MySqlColumn, union, unionAll } from "drizzle-orm/mysql-core";
import type { User } from "~/domain/account/account";
import { ownerOfReceived, ownerOfSent } from "~/domain/account/list-owner.server";
import { movedWith } from "~/domain/recipients/moved-deliveries.server";
import { termOf, wordsOf } from "~/domain/vault/search-terms.server";
import type { VaultSummary, VaultType } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { prepareByShape } from "~/services/prepared.server";
import { deliveries, memories, movedDeliveries, profiles, searchTerms } from "~db/schema";
import { indexReceived, isAllIndexed } from "./index-received.server";
import { isReceived, newestReceived } from "./received.server";
import {
  afterCursor,
  byNewestDelivery,
  type Cursor,
  PAGE_SIZE,
  summaryColumns,
  toPage,
  toSummary,
} from "./vault-summary.server";

export type TimelineEntry = VaultSummary & { direction: Direction; senderName: string; isOpened: boolean };

/** `sender` is "me" or the id of another sender. */
export type TimelineFilter = { search?: string; sender?: string; tag?: VaultType };

const WORDS_AT_MOST = 8;

/**
 * All sent and received vaults of the user, newest first. One query of ordered parts, each on an index of that order,
 * whatever the size of the account. `search` finds vaults with all its words. `isPartial`: it has not looked at all
 * that the user received yet, as the first searches among hundreds.
 */
export async function listTimeline(
  user: User,
  filter: TimelineFilter,
  after?: Cursor,
): Promise<{ entries: TimelineEntry[]; next?: Cursor; isPartial: boolean }> {
  const words = wordsOf(filter.search ?? "").slice(0, WORDS_AT_MOST);
  if (filter.search?.trim() && words.length === 0) return { entries: [], isPartial: false };
  let rows = await findEntries(user, filter, words, after);
  let isPartial = false;
  const includesReceived = user.isEmailVerified && filter.sender !== "me";
  if (words.length > 0 && includesReceived && !rows.some(({ isComplete }) => Number(isComplete) === 1)) {
    const { hasIndexed, isComplete } = await indexReceived(user);
    if (hasIndexed) rows = await findEntries(user, filter, words, after);
    isPartial = !isComplete;
  }
  const entries = rows
    .map((row) => ({
      ...toSummary(row),
      direction: row.direction,
      senderName: row.direction === "sent" ? user.name : row.senderName,
      isOpened: row.openedAt !== null,
    }))
    .sort(byNewestDelivery);
  const { page, next } = toPage(entries);
  return { entries: page, ...(next && { next }), isPartial };
}

/** What the query depends on, apart from its values. */
type Shape = {
  isEmailVerified: boolean;
  sender: "anyone" | "me" | "other";
  hasTag: boolean;
  isContinued: boolean;
  /** The number of words that are searched. */
  words: number;
};

function findEntries(user: User, filter: TimelineFilter, words: string[], after?: Cursor) {
  const { sender, tag } = filter;
  const shape: Shape = {
    isEmailVerified: user.isEmailVerified,
    sender: sender === undefined || sender === "me" ? (sender ?? "anyone") : "other",
    hasTag: tag !== undefined,
    isContinued: after !== undefined,
    words: words.length,
  };
  const values = { userId: user.id, email: user.email, sender, tag, ...after };
  return entriesQuery(shape).execute(words.length > 0 ? { ...values, ...searchValues(user, words) } : values);
}

const entriesQuery = prepareByShape(unionOfEntries);

function unionOfEntries(shape: Shape) {
  const byFilter = shape.sender === "other" ? "deliveries_received_from" : "deliveries_received_type";
  const isFiltered = shape.sender !== "anyone" || shape.hasTag;
  return unionAll(
    sentPart("pending", shape),
    sentPart("delivered", shape),
    receivedPart(wentTo(deliveries.recipientEmail), isFiltered ? byFilter : "deliveries_received", shape),
    // Deliveries forwarded to a second email stay on the first's timeline.
    receivedPart(wentTo(deliveries.firstEmail), "deliveries_first_address", shape),
    receivedPart(moved, undefined, shape),
  );
}

const wentTo = (address: MySqlColumn) => eq(address, sql.placeholder("email"));
const moved = movedWith({ id: sql.placeholder("userId"), email: sql.placeholder("email") });

const none = sql`1 = 0`;
const cursor = { deliveryAt: sql.placeholder("deliveryAt"), id: sql.placeholder("id") };

function sentPart(list: "pending" | "delivered", shape: Shape) {
  return db
    .select({
      ...summaryColumns,
      direction: sql<Direction>`'sent'`.as("direction"),
      senderName: sql<string>`''`.as("full_name"),
      openedAt: sql<Date | null>`null`.as("opened_at"),
      isComplete: completeness(shape),
    })
    .from(memories, { forceIndex: shape.hasTag ? "memories_list_type" : "memories_list" })
    .where(
      and(
        eq(memories.userId, sql.placeholder("userId")),
        eq(memories.list, list),
        shape.sender === "other" ? none : undefined,
        shape.hasTag ? eq(memories.type, sql.placeholder("tag")) : undefined,
        afterCursor(shape.isContinued ? cursor : undefined, "newest_first"),
        ...hasWords("sent", shape),
      ),
    )
    .orderBy(desc(memories.deliveryAt), desc(memories.id))
    .limit(PAGE_SIZE + 1);
}

function receivedPart(isTheirs: SQL | undefined, index: Parameters<typeof newestReceived>[0]["index"], shape: Shape) {
  const { deliveryAt, vaultId: id } = index ? deliveries : movedDeliveries;
  const position = { deliveryAt, id };
  const found = newestReceived({
    index,
    conditions: [
      isTheirs,
      ne(deliveries.senderId, sql.placeholder("userId")),
      !shape.isEmailVerified || shape.sender === "me" ? none : undefined,
      shape.sender === "other" ? eq(deliveries.senderId, sql.placeholder("sender")) : undefined,
      shape.hasTag ? eq(deliveries.type, sql.placeholder("tag")) : undefined,
      afterCursor(shape.isContinued ? cursor : undefined, "newest_first", position),
      ...hasWords("received", shape, position),
    ],
    limit: PAGE_SIZE + 1,
  });
  const { senderId: _, openedAt, ...summary } = found._.selectedFields;
  return db
    .select({
      ...summary,
      direction: sql<Direction>`'received'`.as("direction"),
      senderName: profiles.fullName,
      openedAt: sql<Date | null>`${openedAt}`.as("opened_at"),
      isComplete: completeness(shape),
    })
    .from(found)
    .innerJoin(profiles, eq(profiles.id, found.senderId));
}

const completeness = ({ words }: Shape) =>
  (words > 0 ? isAllIndexed({ id: sql.placeholder("userId"), email: sql.placeholder("email") }) : sql<number>`1`).as(
    "is_complete",
  );

type Direction = "sent" | "received";

const ownerName = (direction: Direction) => `${direction}Owner`;
const wordName = (direction: Direction, index: number) => `${direction}Word${index}`;

/** Digests of the words, which are keyed for the owner. */
function searchValues(user: User, words: string[]): Record<string, unknown> {
  const owners = { sent: ownerOfSent(user.id), received: ownerOfReceived(user.email) };
  return Object.fromEntries(
    (["sent", "received"] as const).flatMap((direction) => [
      [ownerName(direction), owners[direction]],
      ...words.map((word, index) => [wordName(direction, index), termOf(owners[direction], word)]),
    ]),
  );
}

function hasWords(
  direction: Direction,
  { words }: Shape,
  { deliveryAt, id }: { deliveryAt: MySqlColumn; id: MySqlColumn } = memories,
): SQL[] {
  return Array.from({ length: words }, (_, index) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(searchTerms)
        .where(
          and(
            eq(searchTerms.owner, sql.placeholder(ownerName(direction))),
            eq(searchTerms.term, sql.placeholder(wordName(direction, index))),
            eq(searchTerms.deliveryAt, deliveryAt),
            eq(searchTerms.vaultId, id),
          ),
        ),
    ),
  );
}

const SENDERS_AT_MOST = 100;

type SendersIndex = "deliveries_received_from" | "deliveries_first_address";

const sendersTo = (address: MySqlColumn, index: SendersIndex) =>
  db
    .select({ email: address, id: deliveries.senderId })
    .from(deliveries, { forceIndex: index })
    .where(wentTo(address))
    .groupBy(address, deliveries.senderId)
    .limit(SENDERS_AT_MOST);

const senders = union(
  sendersTo(deliveries.recipientEmail, "deliveries_received_from"),
  sendersTo(deliveries.firstEmail, "deliveries_first_address"),
  db
    .select({ email: movedDeliveries.userId as MySqlColumn, id: deliveries.senderId })
    .from(movedDeliveries)
    .innerJoin(deliveries, eq(deliveries.id, movedDeliveries.deliveryId))
    .where(moved)
    .groupBy(movedDeliveries.userId, deliveries.senderId)
    .limit(SENDERS_AT_MOST),
).as("senders");

/** Not `exists`, for which the optimiser would read all that was received, and once for all senders. */
function hasShown(address: MySqlColumn, index: SendersIndex): SQL {
  const one = db
    .select({ one: sql`1` })
    .from(deliveries, { forceIndex: index })
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .where(and(isReceived, wentTo(address), eq(deliveries.senderId, senders.id)))
    .limit(1);
  return sql`(${one}) is not null`;
}

function hasShownMoved(): SQL {
  const one = db
    .select({ one: sql`1` })
    .from(movedDeliveries)
    .innerJoin(deliveries, eq(deliveries.id, movedDeliveries.deliveryId))
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .where(and(isReceived, moved, eq(deliveries.senderId, senders.id)))
    .limit(1);
  return sql`(${one}) is not null`;
}

/**
 * Each sender costs a few index steps, however many vaults they sent. Not prepared on the server: MariaDB would keep
 * the plan that suited the first account, and read all that another one received.
 */
const sendersQuery = db
  .select({ id: senders.id, name: profiles.fullName })
  .from(senders)
  .innerJoin(profiles, eq(profiles.id, senders.id))
  .where(
    and(
      ne(senders.id, sql.placeholder("userId")),
      or(
        hasShown(deliveries.recipientEmail, "deliveries_received_from"),
        hasShown(deliveries.firstEmail, "deliveries_first_address"),
        hasShownMoved(),
      ),
    ),
  )
  .prepare();

/** By name. Leaves out senders whose vaults the timeline does not show. */
export async function listSenders(user: User): Promise<{ id: string; name: string }[]> {
  if (!user.isEmailVerified) return [];
  const found = await sendersQuery.execute({ email: user.email, userId: user.id });
  return found.sort((one, other) => one.name.localeCompare(other.name, "en"));
}
