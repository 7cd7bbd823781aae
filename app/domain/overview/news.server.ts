import { subDays } from "date-fns";
import { and, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/mysql-core";
import type { User } from "~/domain/account/account";
import { ownerOfSent } from "~/domain/vault/search-terms.server";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { prepareOnServer } from "~/services/prepared.server";
import { deliveries, legacyContacts, memories, replies } from "~db/schema";
import { NEWS_DAYS, type News } from "./news";
import { isCancellable, isFull, type Slots, slotsWith } from "./slots.server";

const AT_MOST_OF_EACH = 3;

export type DashboardNews = { news: News[]; hasLegacyContact: boolean; slots: Slots };

/** News of the last two weeks, newest first; whether the user has a legacy contact; and their slots: in one query. */
export async function loadNews(user: User, now: Date): Promise<DashboardNews> {
  const query = isFull(user) ? newsAndCancellable : newsAlone;
  const rows = await query.execute({
    userId: user.id,
    owner: ownerOfSent(user.id),
    since: subDays(now, NEWS_DAYS),
  });
  const news = rows.flatMap(({ kind, at, name, email, vault }): News[] =>
    kind === "contact" || kind === "cancellable" || vault === null
      ? []
      : [{ kind, at, vaultId: vault.id, name: name || email || "", title: decryptTitle(vault) }],
  );
  return {
    news: news.toSorted((a, b) => b.at.getTime() - a.at.getTime()),
    hasLegacyContact: rows.some(({ kind }) => kind === "contact"),
    slots: slotsWith(
      user,
      rows.some(({ kind }) => kind === "cancellable"),
    ),
  };
}

type Kind = News["kind"] | "contact" | "cancellable";

function columns(kind: Kind, at: SQL, deliveryId: SQL) {
  return {
    kind: sql<Kind>`${kind}`.as("kind"),
    at: sql<Date>`${at}`.mapWith(replies.createdAt).as("at"),
    deliveryId: sql<string>`${deliveryId}`.as("delivery_id"),
  };
}

function prepareNews({ withCancellable }: { withCancellable: boolean }) {
  const [userId, since] = [sql.placeholder("userId"), sql.placeholder("since")];
  const found = unionAll(
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
      .select(columns("cancellable", sql`${memories.createdAt}`, sql`${memories.id}`))
      .from(memories)
      .where(withCancellable ? isCancellable(userId) : sql`false`)
      .limit(1),
    db
      .select(columns("contact", sql`${legacyContacts.createdAt}`, sql`${legacyContacts.id}`))
      .from(legacyContacts)
      // Contacts who declined do not count.
      .where(and(eq(legacyContacts.ownerId, userId), inArray(legacyContacts.state, ["invited", "accepted"])))
      .limit(1),
  ).as("found");
  return prepareOnServer(
    db
      .select({
        kind: found.kind,
        at: found.at,
        name: deliveries.recipientName,
        email: deliveries.recipientEmail,
        vault: {
          id: memories.id,
          titleEncrypted: memories.titleEncrypted,
          wrappedKey: memories.wrappedKey,
          masterKeyId: memories.masterKeyId,
        },
      })
      .from(found)
      .leftJoin(deliveries, eq(deliveries.id, found.deliveryId))
      .leftJoin(memories, eq(memories.id, deliveries.vaultId)),
  );
}

/** Every dashboard runs one of them. */
const newsAlone = prepareNews({ withCancellable: false });
const newsAndCancellable = prepareNews({ withCancellable: true });
