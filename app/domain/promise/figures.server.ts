import { addDays, subDays, subYears } from "date-fns";
import { and, between, sql } from "drizzle-orm";
import { lastIdleLookAt } from "~/domain/delivery/idle-look.server";
import { isDeliverable } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { deliveries, deliveryEvents, memories } from "~db/schema";
import type { PromiseFigures } from "./promise-words";
import { lastRestoreDrill } from "./restore-drill.server";

/** The silence after which a mail counts as arrived, plus a day. */
const DECIDED_AFTER_DAYS = 4;
const KEPT_FOR_MS = 60_000;

let kept: { at: number; figures: Promise<PromiseFigures> } | undefined;

/** At most a minute old, and computed once for all visitors, however long that takes. */
export function promiseFigures(now = clock.now()): Promise<PromiseFigures> {
  if (!kept || now.getTime() - kept.at > KEPT_FOR_MS) {
    const computing = { at: Number.POSITIVE_INFINITY, figures: computeFigures(now) };
    kept = computing;
    computing.figures.then(
      () => {
        computing.at = now.getTime();
      },
      () => {
        kept = undefined;
      },
    );
  }
  return kept.figures;
}

export async function computeFigures(now = clock.now()): Promise<PromiseFigures> {
  const [states, due, overdue, lastIdleLook, restoreDrill] = await Promise.all([
    countByState(),
    countDue(now),
    countOverdue(now),
    lastIdleLookAt(),
    lastRestoreDrill(),
  ]);
  const waiting = states.filter(isDeliverable);
  const furthest = waiting.flatMap(({ furthest }) => furthest ?? []).sort((a, b) => b.getTime() - a.getTime())[0];
  return {
    computedAt: now.toISOString(),
    waiting: waiting.reduce((sum, { count }) => sum + count, 0),
    held: states.find(({ state }) => state === "held")?.count ?? 0,
    furthestDay: furthest?.toISOString().slice(0, 10) ?? null,
    due: due.count + overdue,
    onTheDay: due.onTheDay,
    early: due.early,
    lastCheckAt: lastIdleLook?.toISOString() ?? null,
    lastRestoreDrill: restoreDrill ?? null,
  };
}

/** Reads one whole index. */
function countByState() {
  return db
    .select({
      state: memories.state,
      count: sql<number>`COUNT(*)`.mapWith(Number),
      furthest: sql<Date | null>`MAX(${memories.deliveryAt})`.mapWith(memories.deliveryAt),
    })
    .from(memories)
    .groupBy(memories.state);
}

/**
 * Deliveries of the last twelve months with a known result, except refused ones, those by claim cards, and imported
 * ones, which another installation made.
 */
async function countDue(now: Date): Promise<{ count: number; onTheDay: number; early: number }> {
  const ofYear = sql`${memories.deliveryAt} BETWEEN ${subYears(now, 1)} AND ${now}`;
  // Each reads the events of a vault once: looked up for every delivery, those of a large board would be read as often as
  // it has recipients.
  const events = sql`${memories} FORCE INDEX (memories_delivery)
    JOIN ${deliveryEvents} ON ${deliveryEvents.vaultId} = ${memories.id}`;
  const endOfDay = sql`TIMESTAMPADD(MINUTE, 1440 - 60 * ${memories.deliveryHour} - ${memories.deliveryMinute}, ${memories.deliveryAt})`;
  const promised = sql`SELECT DISTINCT ${memories.id} AS id, ${memories.deliveryAt} AS due_at, ${endOfDay} AS end_of_day
    FROM ${events} WHERE ${ofYear} AND ${deliveryEvents.kind} = 'scheduled'`;
  const handedOver = sql`SELECT ${deliveryEvents.deliveryId} AS id, MIN(${deliveryEvents.at}) AS at
    FROM ${events} WHERE ${ofYear} AND ${deliveryEvents.kind} IN ('handed_over', 'sms_handed_over')
    GROUP BY ${deliveryEvents.deliveryId}`;
  const [rows] = (await db.execute(sql`
    SELECT COUNT(*) AS count,
      SUM(${deliveries.state} IN ('arrived', 'opened') AND handed_over.at < promised.end_of_day) AS on_the_day,
      SUM(handed_over.at < promised.due_at) AS early
    FROM (${promised}) AS promised
    JOIN ${deliveries} ON ${deliveries.vaultId} = promised.id
    LEFT JOIN (${handedOver}) AS handed_over ON handed_over.id = ${deliveries.id}
    WHERE ${deliveries.recipientEmail} <> '' AND ${deliveries.rung} <> 'unwanted'
      AND (${deliveries.state} IN ('arrived', 'opened', 'bounced', 'failed')
        OR promised.due_at < ${subDays(now, DECIDED_AFTER_DAYS)})`)) as unknown as [
    { count: number; on_the_day: string | null; early: string | null }[],
  ];
  const [row] = rows;
  return { count: Number(row?.count ?? 0), onTheDay: Number(row?.on_the_day ?? 0), early: Number(row?.early ?? 0) };
}

/**
 * Vaults a day or more late, which count as missed; they are tried again within hours. Those of unverified senders and
 * of accounts that are to be erased wait on purpose.
 */
async function countOverdue(now: Date): Promise<number> {
  const yearAgo = subYears(now, 1);
  const isTriedAgain = between(memories.dueAt, yearAgo, addDays(now, 1));
  return db.$count(memories, and(isTriedAgain, between(memories.deliveryAt, yearAgo, subDays(now, 1))));
}
