import { and, desc, eq, exists, ne, type SQL, sql } from "drizzle-orm";
import { type MySqlColumn, union, unionAll } from "drizzle-orm/mysql-core";
import type { User } from "~/domain/account/account";
import { ownerOfReceived, ownerOfSent, termOf, wordsOf } from "~/domain/vault/search-terms.server";
import type { VaultSummary, VaultType } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { deliveries, memories, profiles, searchTerms } from "~db/schema";
import { indexReceived, isAllIndexed } from "./index-received.server";
import { newestReceived } from "./received.server";
import {
  afterCursor,
  byNewestDelivery,
  type Cursor,
  PAGE_SIZE,
  summaryColumns,
  toPage,
  toSummary,
} from "./vault-summary.server";

export type TimelineEntry = VaultSummary & { direction: "sent" | "received"; senderName: string; isOpened: boolean };

/** `sender` is "me" or the id of another sender. */
export type TimelineFilter = { search?: string; sender?: string; tag?: VaultType };

const WORDS_AT_MOST = 8;

/**
 * All sent and received vaults of the user, newest first. One query of ordered parts, each on an index of that order,
 * whatever the size of the account. `search` finds vaults with all its words.
 */
export async function listTimeline(
  user: User,
  filter: TimelineFilter,
  after?: Cursor,
): Promise<{ entries: TimelineEntry[]; next?: Cursor }> {
  const words = wordsOf(filter.search ?? "").slice(0, WORDS_AT_MOST);
  if (filter.search?.trim() && words.length === 0) return { entries: [] };
  let rows = await findEntries(user, filter, words, after);
  const isSearched = words.length > 0 && user.isEmailVerified;
  if (isSearched && !rows.some(({ isComplete }) => Number(isComplete) === 1)) {
    if (await indexReceived(user)) rows = await findEntries(user, filter, words, after);
  }
  const entries = rows
    .map((row) => ({
      ...toSummary(row),
      direction: row.direction,
      senderName: row.senderName,
      isOpened: row.openedAt !== null,
    }))
    .sort(byNewestDelivery);
  const { page, next } = toPage(entries);
  return { entries: page, ...(next && { next }) };
}

function findEntries(user: User, filter: TimelineFilter, words: string[], after?: Cursor) {
  return unionAll(
    sentPart(user, "pending", filter, words, after),
    sentPart(user, "delivered", filter, words, after),
    receivedPart(user, filter, words, after),
    receivedAtFirst(user, filter, words, after),
  );
}

const none = sql`1 = 0`;

function sentPart(user: User, list: "pending" | "delivered", filter: TimelineFilter, words: string[], after?: Cursor) {
  const owner = ownerOfSent(user.id);
  const conditions = [
    eq(memories.userId, user.id),
    eq(memories.list, list),
    filter.sender && filter.sender !== "me" ? none : undefined,
    filter.tag && eq(memories.type, filter.tag),
    afterCursor(after, "newest_first"),
    ...words.map((word) => hasWord(owner, word)),
  ];
  return db
    .select({
      ...summaryColumns,
      direction: sql<"sent" | "received">`'sent'`.as("direction"),
      senderName: sql<string>`${user.name}`.as("full_name"),
      openedAt: sql<Date | null>`null`.as("opened_at"),
      isComplete: completeness(user, words),
    })
    .from(memories, { forceIndex: filter.tag ? "memories_list_type" : "memories_list" })
    .where(and(...conditions))
    .orderBy(desc(memories.deliveryAt), desc(memories.id))
    .limit(PAGE_SIZE + 1);
}

function receivedPart(user: User, filter: TimelineFilter, words: string[], after?: Cursor) {
  const byFilter = filter.sender ? "deliveries_received_from" : "deliveries_received_type";
  const index = filter.sender || filter.tag ? byFilter : "deliveries_received";
  return receivedBy(deliveries.recipientEmail, index, user, filter, words, after);
}

/** Deliveries forwarded to a second email stay on the first's timeline. */
function receivedAtFirst(user: User, filter: TimelineFilter, words: string[], after?: Cursor) {
  return receivedBy(deliveries.firstEmail, "deliveries_first_address", user, filter, words, after);
}

function receivedBy(
  address: MySqlColumn,
  index: Parameters<typeof newestReceived>[0]["index"],
  user: User,
  filter: TimelineFilter,
  words: string[],
  after?: Cursor,
) {
  const owner = ownerOfReceived(user.email);
  const cursor = { deliveryAt: deliveries.deliveryAt, id: deliveries.vaultId };
  const found = newestReceived({
    index,
    conditions: [
      eq(address, user.email),
      ne(deliveries.senderId, user.id),
      !user.isEmailVerified || filter.sender === "me" ? none : undefined,
      filter.sender && filter.sender !== "me" ? eq(deliveries.senderId, filter.sender) : undefined,
      filter.tag && eq(deliveries.type, filter.tag),
      afterCursor(after, "newest_first", cursor),
      ...words.map((word) => hasWord(owner, word, cursor)),
    ],
    limit: PAGE_SIZE + 1,
  });
  const { senderId: _, receivedAt: __, openedAt, ...summary } = found._.selectedFields;
  return db
    .select({
      ...summary,
      direction: sql<"sent" | "received">`'received'`.as("direction"),
      senderName: profiles.fullName,
      openedAt: sql<Date | null>`${openedAt}`.as("opened_at"),
      isComplete: completeness(user, words),
    })
    .from(found)
    .innerJoin(profiles, eq(profiles.id, found.senderId));
}

const completeness = (user: User, words: string[]) =>
  (words.length > 0 ? isAllIndexed(user) : sql<number>`1`).as("is_complete");

/** Matches a digest of the word that is keyed for the owner. */
function hasWord(
  owner: string,
  word: string,
  { deliveryAt, id }: { deliveryAt: MySqlColumn; id: MySqlColumn } = memories,
): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(searchTerms)
      .where(
        and(
          eq(searchTerms.owner, owner),
          eq(searchTerms.term, termOf(owner, word)),
          eq(searchTerms.deliveryAt, deliveryAt),
          eq(searchTerms.vaultId, id),
        ),
      ),
  );
}

const SENDERS_AT_MOST = 100;

/** By name. Each sender costs one index step, however many vaults they sent. */
export async function listSenders(user: User): Promise<{ id: string; name: string }[]> {
  if (!user.isEmailVerified) return [];
  const sendersTo = (address: MySqlColumn, index: "deliveries_received_from" | "deliveries_first_address") =>
    db
      .select({ email: address, id: deliveries.senderId })
      .from(deliveries, { forceIndex: index })
      .where(eq(address, user.email))
      .groupBy(address, deliveries.senderId)
      .limit(SENDERS_AT_MOST);
  const senders = union(
    sendersTo(deliveries.recipientEmail, "deliveries_received_from"),
    sendersTo(deliveries.firstEmail, "deliveries_first_address"),
  ).as("senders");
  return db
    .select({ id: senders.id, name: profiles.fullName })
    .from(senders)
    .innerJoin(profiles, eq(profiles.id, senders.id))
    .where(ne(senders.id, user.id))
    .orderBy(profiles.fullName);
}
