import { addDays, subYears } from "date-fns";
import { and, asc, between, desc, eq, gte, inArray, isNotNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/mysql-core";
import type { User } from "~/domain/account/account";
import { dateIn, daysUntil } from "~/domain/calendar/delivery-date";
import type { VaultSummary } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { prepareByShape } from "~/services/prepared.server";
import { memories } from "~db/schema";
import type { VaultList } from "~db/schema/states";
import { type Cursor, PAGE_SIZE, summaryColumns, toPage, toSummary } from "./vault-summary.server";

/** From today (spec, section 9). */
const COMING_UP_DAYS = 30;
const COMING_UP_AT_MOST = 20;
/** Across all zones, a date's start and end are at most this far apart. */
const ZONES_APART_DAYS = 2;
/** Vaults not delivered by then are held, and listed under To Do. */
const OVERDUE_DAYS = 30;
const RECENT_PENDING = 3;
const RECENT_DELIVERED = 2;
const HELD_AT_MOST = 3;
const CONCERNS_AT_MOST = 3;
const DRAFTS_AT_MOST = 10;
/** A Memory Moment was written within this many days of one year ago (spec, section 9). */
const MOMENT_DAYS = 7;

export type Dashboard = {
  vaults: VaultSummary[];
  next?: Cursor;
  drafts: VaultSummary[];
  hasMoreDrafts: boolean;
  comingUp: VaultSummary[];
  hasMoreComingUp: boolean;
  recentUpcoming: VaultSummary[];
  recentDelivered: VaultSummary[];
  held: VaultSummary[];
  /** Vaults with an unconfirmed or unusable email. */
  concerns: VaultSummary[];
  /** Whether there are further vaults of one of these two kinds. */
  hasMoreToDo: boolean;
  moment?: VaultSummary;
};

type Part = "page" | "draft" | "coming_up" | "recent_upcoming" | "recent_delivered" | "held" | "concern" | "moment";

/** One query whatever the size of the account. */
export async function loadDashboard(user: User, list: VaultList, now: Date): Promise<Dashboard> {
  const aYearAgo = subYears(now, 1);
  const rows = await dashboardQuery(list).execute({
    userId: user.id,
    today: addDays(now, -ZONES_APART_DAYS),
    date: dateIn(user.timeZone, now),
    soon: addDays(now, COMING_UP_DAYS + ZONES_APART_DAYS),
    lately: addDays(now, -OVERDUE_DAYS),
    momentFrom: addDays(aYearAgo, -MOMENT_DAYS),
    momentTo: addDays(aYearAgo, MOMENT_DAYS),
  });

  // Most vaults are in several lists, and decrypting a title is slow.
  const summaries = new Map<string, VaultSummary>();
  const summaryOf = (row: (typeof rows)[number]) => {
    const summary = summaries.get(row.id) ?? toSummary(row);
    summaries.set(row.id, summary);
    return summary;
  };
  const of = (name: Part) => rows.filter((row) => row.part === name).map(summaryOf);
  const { page, next } = toPage(of("page"));
  const [moment] = of("moment");
  const comingUp = of("coming_up").filter((vault) => isComingUp(vault, now));
  return {
    vaults: page,
    ...(next && { next }),
    drafts: of("draft").slice(0, DRAFTS_AT_MOST),
    hasMoreDrafts: of("draft").length > DRAFTS_AT_MOST,
    comingUp: comingUp.slice(0, COMING_UP_AT_MOST),
    hasMoreComingUp: of("coming_up").length > COMING_UP_AT_MOST,
    recentUpcoming: of("recent_upcoming"),
    recentDelivered: of("recent_delivered"),
    held: of("held").slice(0, HELD_AT_MOST),
    concerns: of("concern").slice(0, CONCERNS_AT_MOST),
    hasMoreToDo: of("held").length > HELD_AT_MOST || of("concern").length > CONCERNS_AT_MOST,
    ...(moment && { moment }),
  };
}

function isComingUp({ deliveryDate, deliveryZone }: VaultSummary, now: Date): boolean {
  if (deliveryDate === null) return false;
  const days = daysUntil(deliveryDate, deliveryZone, now);
  return days >= 0 && days <= COMING_UP_DAYS;
}

const dashboardQuery = prepareByShape(unionOfParts);

/** Forces each part's index: the optimiser would read all drafts of an account, or held vaults of all accounts. */
function unionOfParts(list: VaultList) {
  const soonest = [asc(memories.deliveryAt), asc(memories.id)];
  const newest = [desc(memories.deliveryAt), desc(memories.id)];
  const part = (name: Part, condition: SQL | undefined, order: SQL[], limit: number, forceIndex = "memories_list") =>
    db
      .select({ ...summaryColumns, part: sql<Part>`${name}`.as("part") })
      .from(memories, { forceIndex })
      .where(and(eq(memories.userId, sql.placeholder("userId")), condition))
      .orderBy(...order)
      .limit(limit);
  const inList = (name: VaultList, ...conditions: (SQL | undefined)[]) => and(eq(memories.list, name), ...conditions);
  const isNotHeld = ne(memories.state, "held");
  const since = (name: string) => gte(memories.deliveryAt, sql.placeholder(name));
  // What has been on its way since an earlier day is no longer coming up.
  const isAhead = or(ne(memories.state, "delivering"), gte(memories.deliveryDate, sql.placeholder("date")));
  return unionAll(
    part("page", inList(list), list === "pending" ? soonest : newest, PAGE_SIZE + 1),
    part("draft", inList("draft"), newest, DRAFTS_AT_MOST + 1),
    part(
      "coming_up",
      inList("pending", since("today"), lte(memories.deliveryAt, sql.placeholder("soon")), isNotHeld, isAhead),
      soonest,
      COMING_UP_AT_MOST + 1,
    ),
    part("recent_upcoming", inList("pending", since("lately"), isNotHeld), soonest, RECENT_PENDING),
    part(
      "recent_delivered",
      inList("delivered", isNotNull(memories.deliveredAt)),
      [desc(memories.deliveredAt), desc(memories.id)],
      RECENT_DELIVERED,
      "memories_arrived",
    ),
    part("held", eq(memories.state, "held"), newest, HELD_AT_MOST + 1, "memories_held"),
    part(
      "concern",
      isNotNull(memories.addressConcernAt),
      [desc(memories.addressConcernAt)],
      CONCERNS_AT_MOST + 1,
      "memories_concern",
    ),
    part(
      "moment",
      and(
        inArray(memories.list, ["pending", "delivered"]),
        between(memories.createdAt, sql.placeholder("momentFrom"), sql.placeholder("momentTo")),
      ),
      [desc(memories.createdAt)],
      1,
      "memories_created",
    ),
  );
}
