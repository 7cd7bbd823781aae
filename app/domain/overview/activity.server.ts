import type { User } from "~/domain/account/account";
import { listReceivedReplies, type ReceivedReply } from "~/domain/reply/received-replies.server";
import type { VaultSummary } from "~/domain/vault/vault";
import type { VaultList } from "~db/schema/states";
import { listVaults } from "./list-vaults.server";
import { type Cursor, PAGE_SIZE } from "./vault-summary.server";

export const ACTIVITY_TABS = ["all", "upcoming", "delivered", "replies"] as const;
export type ActivityTab = (typeof ACTIVITY_TABS)[number];

/** For replies, `deliveryAt` is the instant of the reply. */
export type ActivityCursor = Cursor & { list: VaultList | "replies" };

export type Activity = {
  upcoming: VaultSummary[];
  delivered: VaultSummary[];
  replies: ReceivedReply[];
  next?: ActivityCursor;
};

/** Upcoming vaults, soonest first; then, under "all", delivered ones, newest first. Replies have their own tab. */
export async function listActivity(user: User, tab: ActivityTab, after?: ActivityCursor): Promise<Activity> {
  if (tab === "replies") return listReplies(user, after?.list === "replies" ? after : undefined);
  if (tab !== "all") return listOne(user, tab === "upcoming" ? "pending" : "delivered", after);
  if (after?.list === "delivered") return listOne(user, "delivered", after);
  const upcoming = await listOne(user, "pending", after);
  if (upcoming.next) return upcoming;
  const delivered = await listVaults(user, "delivered");
  const room = PAGE_SIZE - upcoming.upcoming.length;
  const shown = delivered.vaults.slice(0, room);
  const isMore = delivered.vaults.length > room || delivered.next !== undefined;
  return { ...upcoming, delivered: shown, ...(isMore && { next: cursorAfter(shown) }) };
}

async function listOne(user: User, list: VaultList, after?: Cursor): Promise<Activity> {
  const { vaults, next } = await listVaults(user, list, after);
  const parts = list === "pending" ? { upcoming: vaults, delivered: [] } : { upcoming: [], delivered: vaults };
  return { ...parts, replies: [], ...(next && { next: { ...next, list } }) };
}

async function listReplies(user: User, after?: Cursor): Promise<Activity> {
  const before = after && { createdAt: after.deliveryAt, id: after.id };
  const { replies, next } = await listReceivedReplies(user, before);
  const cursor = next && { list: "replies" as const, deliveryAt: next.createdAt, id: next.id };
  return { upcoming: [], delivered: [], replies, ...(cursor && { next: cursor }) };
}

/** The last instant that MySQL can store. */
const END_OF_TIME = new Date("9999-12-31T23:59:59.999Z");

/** Starts with the first delivered vault if the page showed none. */
function cursorAfter(shown: VaultSummary[]): ActivityCursor {
  const last = shown.at(-1);
  return { list: "delivered", deliveryAt: last?.deliveryAt ?? END_OF_TIME, id: last?.id ?? "z" };
}
