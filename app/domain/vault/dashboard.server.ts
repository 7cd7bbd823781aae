import { addDays, addYears, differenceInCalendarYears } from "date-fns";
import { and, asc, between, desc, eq, inArray, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/mysql-core";
import type { User } from "~/domain/account/account";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import { daysUntil } from "./delivery-date";
import type { VaultList } from "./list-vaults.server";
import type { VaultSummary } from "./vault";
import { beyond, type Cursor, PAGE_SIZE, summaryColumns, toPage, toSummary } from "./vault-summary.server";

/** Coming Up covers the days from today to this many ahead (spec, section 9). */
const COMING_UP_DAYS = 30;
const COMING_UP_AT_MOST = 20;
const RECENT_PENDING = 3;
const RECENT_DELIVERED = 2;
const HELD_AT_MOST = 3;
const DRAFTS_AT_MOST = 10;
/** A Memory Moment is a vault written within this many days of the same day in an earlier year. */
const MOMENT_DAYS = 7;
/** Before this year there was nothing to remember. */
const FIRST_YEAR = 2025;

export type Dashboard = {
  vaults: VaultSummary[];
  next?: Cursor;
  drafts: VaultSummary[];
  comingUp: VaultSummary[];
  recentUpcoming: VaultSummary[];
  recentDelivered: VaultSummary[];
  held: VaultSummary[];
  moment?: { vault: VaultSummary; yearsAgo: number };
};

type Part = "page" | "draft" | "coming_up" | "recent_upcoming" | "recent_delivered" | "held" | "moment";

/** Everything that the dashboard shows of the user's own vaults, in one query whatever the size of the account. */
export async function loadDashboard(
  user: User,
  list: VaultList,
  after: Cursor | undefined,
  now: Date,
): Promise<Dashboard> {
  const soonest = [asc(memories.deliveryAt), asc(memories.id)];
  const newest = [desc(memories.deliveryAt), desc(memories.id)];
  const isPending = list === "pending";
  const place = beyond(after, isPending ? "soonest_first" : "newest_first");
  const part = (name: Part, condition: SQL | undefined, order: SQL[], limit: number) =>
    db
      .select({ ...summaryColumns, part: sql<Part>`${name}`.as("part") })
      .from(memories)
      .where(and(eq(memories.userId, user.id), condition))
      .orderBy(...order)
      .limit(limit);
  const inList = (name: string, ...conditions: (SQL | undefined)[]) => and(eq(memories.list, name), ...conditions);
  const soon = and(lte(memories.deliveryAt, addDays(now, COMING_UP_DAYS + 2)), ne(memories.state, "held"));

  const rows = await unionAll(
    part("page", inList(list, place), isPending ? soonest : newest, PAGE_SIZE + 1),
    part("draft", inList("draft"), [desc(memories.id)], DRAFTS_AT_MOST),
    part("coming_up", inList("pending", soon), soonest, COMING_UP_AT_MOST),
    part("recent_upcoming", inList("pending", ne(memories.state, "held")), soonest, RECENT_PENDING),
    part("recent_delivered", inList("delivered"), newest, RECENT_DELIVERED),
    part("held", eq(memories.state, "held"), newest, HELD_AT_MOST),
    part("moment", momentCondition(now), [desc(memories.createdAt)], 1),
  );

  const of = (name: Part) => rows.filter((row) => row.part === name).map(toSummary);
  const { page, next } = toPage(of("page"));
  const [moment] = of("moment");
  return {
    vaults: page,
    ...(next && { next }),
    drafts: of("draft"),
    comingUp: of("coming_up").filter((vault) => isComingUp(vault, now)),
    recentUpcoming: of("recent_upcoming"),
    recentDelivered: of("recent_delivered"),
    held: of("held"),
    ...(moment && {
      moment: { vault: moment, yearsAgo: Math.max(1, differenceInCalendarYears(now, moment.createdAt)) },
    }),
  };
}

function isComingUp({ deliveryDate, deliveryZone }: VaultSummary, now: Date): boolean {
  if (deliveryDate === null) return false;
  const days = daysUntil(deliveryDate, deliveryZone, now);
  return days >= 0 && days <= COMING_UP_DAYS;
}

/** Written around this day of the year, one year ago or any number of years. */
function momentCondition(now: Date): SQL | undefined {
  const years = Math.max(1, now.getUTCFullYear() - FIRST_YEAR + 1);
  const windows = Array.from({ length: years }, (_, index) => {
    const day = addYears(now, -(index + 1));
    return between(memories.createdAt, addDays(day, -MOMENT_DAYS), addDays(day, MOMENT_DAYS));
  });
  return and(inArray(memories.list, ["pending", "delivered"]), or(...windows));
}
