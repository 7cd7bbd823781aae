import { addDays, addHours, subDays, subYears } from "date-fns";
import { and, asc, between, count, desc, eq, gt, gte, lte, type SQL, sql } from "drizzle-orm";
import { isRefusingMail } from "~/domain/account/failed-mail.server";
import { listNewPieces } from "~/domain/board/new-pieces.server";
import { dateIn } from "~/domain/calendar/delivery-date";
import { writeMessage } from "~/domain/outbox/message.server";
import { recipientInWords } from "~/domain/vault/own-kind";
import { displayTitleOf } from "~/domain/vault/vault-content.server";
import type { EmailProps } from "~/emails/catalogue";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { erasures, memories, profiles } from "~db/schema";
import { NEVER } from "~db/schema/columns";
import type { VaultList } from "~db/schema/states";
import { nextDigestAt, weekOf } from "./week";

const BATCH = 200;
const UPCOMING_DAYS = 30;
const PAST_DAYS = 7;
const LISTED_AT_MOST = 10;
/** After this, what still waits for its sender is no news: it would be the same mail every week, for decades. */
const REPEATED_DAYS = 56;

type Profile = typeof profiles.$inferSelect;

/**
 * Enqueues the digests that are due: at most one for each account and week, and none without news. After a downtime each
 * account gets one digest, and the next on the usual Monday. Safe on several machines at once. `isFull` means that more
 * may be due.
 */
export async function writeWeeklyDigests(now = clock.now()): Promise<{ isFull: boolean }> {
  const due = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(lte(profiles.nextDigestAt, now))
    .orderBy(asc(profiles.nextDigestAt))
    .limit(BATCH);
  for (const { id } of due) {
    await inTransaction((tx) => writeDigest(tx, id, now)).catch(async (error: unknown) => {
      log.error({ err: error, userId: id }, "a weekly digest could not be written; it is tried again in an hour");
      await db
        .update(profiles)
        .set({ nextDigestAt: addHours(now, 1) })
        .where(and(eq(profiles.id, id), lte(profiles.nextDigestAt, now)));
    });
  }
  return { isFull: due.length === BATCH };
}

async function writeDigest(tx: Transaction, userId: string, now: Date): Promise<void> {
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, userId)).for("update");
  if (!profile || profile.nextDigestAt > now) return;
  const next = nextDigestAt(profile.timeZone, now);
  await tx.update(profiles).set({ nextDigestAt: next }).where(eq(profiles.id, userId));
  // New accounts, and those with a new zone, get one on the next Monday; unverified emails, addresses that bounced and
  // accounts that are leaving get none.
  if (profile.nextDigestAt.getTime() === NEVER.getTime() || !profile.emailVerifiedAt) return;
  if (isRefusingMail(profile, now)) return;
  if ((await tx.$count(erasures, eq(erasures.userId, userId))) > 0) return;
  const week = await weekFor(tx, profile, now);
  if (!week) return;
  await writeMessage(
    tx,
    {
      kind: "weekly_digest",
      uniqueKey: `weekly_digest:${userId}:${weekOf(profile.timeZone, now)}`,
      to: { name: profile.fullName, email: profile.email },
      props: { name: profile.fullName, ...week, url: `${env.BASE_URL}/dashboard` },
      // Its days are counted from today.
      expiresAt: addDays(now, 1),
    },
    now,
  );
}

type Week = Pick<EmailProps["weekly_digest"], "upcoming" | "delivered" | "boards" | "held" | "drafts" | "hasMore">;

async function weekFor(tx: Transaction, { id: userId, timeZone }: Profile, now: Date): Promise<Week | undefined> {
  const inList = (list: VaultList) => and(eq(memories.userId, userId), eq(memories.list, list));
  const weekAgo = subDays(now, PAST_DAYS);
  const upcoming = await tx
    .select()
    .from(memories)
    .where(and(inList("pending"), gt(memories.deliveryAt, now), lte(memories.deliveryAt, addDays(now, UPCOMING_DAYS))))
    .orderBy(asc(memories.deliveryAt))
    .limit(LISTED_AT_MOST + 1);
  const delivered = await tx
    .select()
    .from(memories)
    .where(
      and(
        inList("delivered"),
        // Held vaults may be delivered long after their day.
        between(memories.deliveryAt, subYears(now, 1), now),
        gte(memories.deliveredAt, weekAgo),
      ),
    )
    .orderBy(desc(memories.deliveryAt))
    .limit(LISTED_AT_MOST + 1);
  const held = await tx
    .select()
    .from(memories)
    .where(and(eq(memories.userId, userId), eq(memories.state, "held")))
    .orderBy(desc(memories.deliveryAt))
    .limit(LISTED_AT_MOST + 1);
  const boards = await listNewPieces({ ownerId: userId, after: weekAgo, limit: LISTED_AT_MOST + 1 }, tx);
  const drafts = await draftsIn(tx, inList("draft"));
  const isRecent = (row: { updatedAt: Date }) => row.updatedAt >= subDays(now, REPEATED_DAYS);
  const isHeldDue = held.some(isRecent) || (held.length > 0 && isFirstOfMonth(timeZone, now));
  const hasNews = upcoming.length + delivered.length + boards.length > 0 || isHeldDue || isRecent(drafts);
  if (!hasNews) return undefined;
  const listed = <Row>(rows: Row[]) => rows.slice(0, LISTED_AT_MOST);
  return {
    upcoming: listed(upcoming).map((row) => ({ ...named(row), on: row.deliveryDate ?? dateIn(row.deliveryZone, now) })),
    delivered: listed(delivered).map((row) => ({
      ...named(row),
      on: dateIn(timeZone, row.deliveredAt ?? now),
    })),
    boards: listed(boards).map(({ title, pieces, guestNames }) => ({ title, pieces, guestNames })),
    held: listed(held).map((row) => named(row).title),
    drafts: drafts.count,
    hasMore: [upcoming, delivered, boards, held].some((rows) => rows.length > LISTED_AT_MOST),
  };
}

async function draftsIn(tx: Transaction, list: SQL | undefined): Promise<{ count: number; updatedAt: Date }> {
  const newest = sql`coalesce(max(${memories.updatedAt}), ${NEVER})`.mapWith(memories.updatedAt);
  const [drafts] = await tx.select({ count: count(), updatedAt: newest }).from(memories).where(list);
  return drafts ?? { count: 0, updatedAt: NEVER };
}

/** The first digest of a month. */
function isFirstOfMonth(timeZone: string, now: Date): boolean {
  return Number(dateIn(timeZone, now).slice(8)) <= 7;
}

const named = (row: typeof memories.$inferSelect) => ({
  title: displayTitleOf(row),
  recipientName: recipientInWords(row),
});
