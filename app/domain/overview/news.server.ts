import { subDays } from "date-fns";
import { and, desc, eq, gte, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type MySqlColumn, unionAll } from "drizzle-orm/mysql-core";
import type { User } from "~/domain/account/account";
import { ownerOfSent } from "~/domain/account/list-owner.server";
import { listNewPieces } from "~/domain/board/new-pieces.server";
import { movedWith } from "~/domain/recipients/moved-deliveries.server";
import { legibleTitleOf } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { prepareByShape } from "~/services/prepared.server";
import { boardNews, deliveries, legacyContacts, memories, movedDeliveries, profiles, replies } from "~db/schema";
import { NEWS_DAYS, type News, type ReceivedVault } from "./news";
import { isReceived } from "./received.server";
import { isCancellable, isFull, type Slots, slotsWith } from "./slots.server";
import { byNewestDelivery, PAGE_SIZE } from "./vault-summary.server";

const AT_MOST_OF_EACH = 3;

/** One more shows that there are more. */
const RECEIVED_READ = PAGE_SIZE + 1;

export type DashboardNews = {
  news: News[];
  received: ReceivedVault[];
  hasMoreReceived: boolean;
  hasLegacyContact: boolean;
  slots: Slots;
};

/**
 * News of the last two weeks, newest first; what the user received, once their email is verified; whether they have a
 * legacy contact; and their slots: in one query, and two more for a host with new pieces on a board.
 */
export async function loadNews(user: User, now: Date): Promise<DashboardNews> {
  const query = newsQuery({ isVerified: user.isEmailVerified, isFull: isFull(user) });
  const rows = await query.execute({
    userId: user.id,
    email: user.email,
    owner: ownerOfSent(user.id),
    since: subDays(now, NEWS_DAYS),
  });
  const news = rows.flatMap(({ kind, at, name, email, vault }): News[] => {
    if ((kind !== "opened" && kind !== "replied") || vault === null) return [];
    const by = email === user.email ? "You" : name || email || "";
    return [{ kind, at, vaultId: vault.id, name: by, title: legibleTitleOf(vault) }];
  });
  const hasNewPieces = rows.some(({ kind }) => kind === "added");
  const added = hasNewPieces ? await listNewPieces({ ownerId: user.id, limit: AT_MOST_OF_EACH }) : [];
  const received = rows.flatMap(({ kind, at, vault, senderName, openedAt, deliveryAt }) =>
    kind === "received" && vault !== null
      ? [
          {
            vault,
            id: vault.id,
            senderName: senderName ?? "",
            deliveredAt: at,
            isOpened: openedAt !== null,
            deliveryAt,
          },
        ]
      : [],
  );
  const newest = received.sort(byNewestDelivery).slice(0, PAGE_SIZE);
  return {
    news: [...news, ...added.map((one) => ({ kind: "added" as const, ...one }))].toSorted(
      (a, b) => b.at.getTime() - a.at.getTime(),
    ),
    received: newest.map(({ vault, deliveryAt: _, ...rest }) => ({ ...rest, title: legibleTitleOf(vault) })),
    hasMoreReceived: received.length > PAGE_SIZE,
    hasLegacyContact: rows.some(({ kind }) => kind === "contact"),
    slots: slotsWith(
      user,
      rows.some(({ kind }) => kind === "cancellable"),
    ),
  };
}

type Kind = News["kind"] | "received" | "contact" | "cancellable";

function columns(kind: Kind, at: SQL, deliveryId: SQL) {
  return {
    kind: sql<Kind>`${kind}`.as("kind"),
    at: sql<Date>`${at}`.mapWith(replies.createdAt).as("at"),
    deliveryId: sql<string>`${deliveryId}`.as("delivery_id"),
  };
}

const isSentByOther = ne(deliveries.senderId, sql.placeholder("userId"));

/** A delivery forwarded to a second email stays in the first recipient's list, who can still read it. */
function receivedAt(address: MySqlColumn, forceIndex: "deliveries_received" | "deliveries_first_address") {
  return db
    .select(columns("received", sql`${deliveries.createdAt}`, sql`${deliveries.id}`))
    .from(deliveries, { forceIndex })
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .where(and(isReceived, eq(address, sql.placeholder("email")), isSentByOther))
    .orderBy(desc(deliveries.deliveryAt), desc(deliveries.vaultId))
    .limit(RECEIVED_READ);
}

/** At an earlier email of the account. */
function receivedEarlier() {
  const moved = movedWith({ id: sql.placeholder("userId"), email: sql.placeholder("email") });
  return db
    .select(columns("received", sql`${deliveries.createdAt}`, sql`${deliveries.id}`))
    .from(movedDeliveries, { forceIndex: "moved_deliveries_order" })
    .innerJoin(deliveries, eq(deliveries.id, movedDeliveries.deliveryId))
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .where(and(isReceived, moved, isSentByOther))
    .orderBy(desc(movedDeliveries.deliveryAt), desc(movedDeliveries.vaultId))
    .limit(RECEIVED_READ);
}

type Shape = { isVerified: boolean; isFull: boolean };

function foundNews({ isVerified, isFull }: Shape) {
  const [userId, since] = [sql.placeholder("userId"), sql.placeholder("since")];
  return unionAll(
    db
      .select(columns("opened", sql`${deliveries.openedAt}`, sql`${deliveries.id}`))
      .from(deliveries, { forceIndex: "deliveries_opened" })
      .where(and(eq(deliveries.senderId, userId), gte(deliveries.openedAt, since)))
      .orderBy(desc(deliveries.openedAt))
      .limit(AT_MOST_OF_EACH),
    db
      .select(columns("replied", sql`${replies.createdAt}`, sql`${replies.deliveryId}`))
      .from(replies)
      .where(and(eq(replies.reader, sql.placeholder("owner")), gte(replies.createdAt, since)))
      .orderBy(desc(replies.createdAt))
      .limit(AT_MOST_OF_EACH),
    db
      .select(columns("added", sql`${boardNews.newestAt}`, sql`${boardNews.vaultId}`))
      .from(boardNews)
      .where(eq(boardNews.ownerId, userId))
      .limit(1),
    db
      .select(columns("cancellable", sql`${memories.createdAt}`, sql`${memories.id}`))
      .from(memories)
      .where(isFull ? isCancellable(userId) : sql`false`)
      .limit(1),
    db
      .select(columns("contact", sql`${legacyContacts.createdAt}`, sql`${legacyContacts.id}`))
      .from(legacyContacts)
      // Contacts who declined do not count.
      .where(and(eq(legacyContacts.ownerId, userId), inArray(legacyContacts.state, ["invited", "accepted"])))
      .limit(1),
    ...(isVerified
      ? [
          receivedAt(deliveries.recipientEmail, "deliveries_received"),
          receivedAt(deliveries.firstEmail, "deliveries_first_address"),
          receivedEarlier(),
        ]
      : []),
  ).as("found");
}

/** Every dashboard runs it. */
const newsQuery = prepareByShape((shape: Shape) => {
  const found = foundNews(shape);
  return (
    db
      .select({
        kind: found.kind,
        at: found.at,
        name: deliveries.recipientName,
        email: deliveries.recipientEmail,
        deliveryAt: deliveries.deliveryAt,
        openedAt: deliveries.openedAt,
        senderName: profiles.fullName,
        vault: {
          id: memories.id,
          titleEncrypted: memories.titleEncrypted,
          wrappedKey: memories.wrappedKey,
          masterKeyId: memories.masterKeyId,
        },
      })
      .from(found)
      // The optimiser of MySQL would read all deliveries while there are few.
      .leftJoin(deliveries, eq(deliveries.id, found.deliveryId), { forceIndex: "PRIMARY" })
      .leftJoin(memories, eq(memories.id, deliveries.vaultId))
      .leftJoin(profiles, eq(profiles.id, deliveries.senderId))
  );
});
