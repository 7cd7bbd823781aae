import { and, asc, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { db } from "~/services/db.server";
import { deliveries, memories, profiles } from "~db/schema";
import { OPEN_STATES, type VaultState, type VaultSummary, type VaultType } from "./vault";
import { decryptTitle } from "./vault-content.server";

/** How many vaults one page of a list holds. */
export const PAGE_SIZE = 20;

/** A place in a list ordered by delivery: the last row that the reader has seen. */
export type Cursor = { deliveryAt: Date; id: string };

const LISTS = {
  pending: ["scheduled", "sealed", "delivering", "held"],
  delivered: ["delivered"],
} as const satisfies Record<string, VaultState[]>;
export type VaultList = keyof typeof LISTS;

const summaryColumns = {
  id: memories.id,
  type: memories.type,
  state: memories.state,
  titleEncrypted: memories.titleEncrypted,
  wrappedKey: memories.wrappedKey,
  masterKeyId: memories.masterKeyId,
  recipient: memories.recipient,
  recipientEmail: memories.recipientEmail,
  deliveryDate: memories.deliveryDate,
  deliveryHour: memories.deliveryHour,
  deliveryZone: memories.deliveryZone,
  deliveryAt: memories.deliveryAt,
  createdAt: memories.createdAt,
  sealedAt: memories.sealedAt,
  deliveredAt: memories.deliveredAt,
};

/**
 * One page of the user's vaults: pending ones by soonest date, delivered ones newest first.
 * `next` is the place at which the following page begins, or undefined at the end.
 */
export async function listVaults(
  user: User,
  list: VaultList,
  after?: Cursor,
): Promise<{ vaults: VaultSummary[]; next?: Cursor }> {
  const soonestFirst = list === "pending";
  const beyond = soonestFirst ? gt : lt;
  const order = soonestFirst ? asc : desc;
  const rows = await db
    .select(summaryColumns)
    .from(memories)
    .where(
      and(
        eq(memories.userId, user.id),
        inArray(memories.state, [...LISTS[list]]),
        after &&
          or(
            beyond(memories.deliveryAt, after.deliveryAt),
            and(eq(memories.deliveryAt, after.deliveryAt), beyond(memories.id, after.id)),
          ),
      ),
    )
    .orderBy(order(memories.deliveryAt), order(memories.id))
    .limit(PAGE_SIZE + 1);
  const page = rows.slice(0, PAGE_SIZE).map(toSummary);
  const last = page.at(-1);
  return {
    vaults: page,
    ...(rows.length > PAGE_SIZE && last?.deliveryAt && { next: { deliveryAt: last.deliveryAt, id: last.id } }),
  };
}

export type VaultCounts = { pending: number; delivered: number };

/** How many vaults stand in each of the user's lists. */
export async function countVaults(user: User): Promise<VaultCounts> {
  const rows = await db
    .select({ state: memories.state, count: sql<number>`COUNT(*)` })
    .from(memories)
    .where(eq(memories.userId, user.id))
    .groupBy(memories.state);
  const sum = (states: readonly string[]) =>
    rows.filter((row) => states.includes(row.state)).reduce((total, row) => total + Number(row.count), 0);
  return { pending: sum(LISTS.pending), delivered: sum(LISTS.delivered) };
}

export type ReceivedVault = { id: string; title: string; senderName: string; deliveredAt: Date; isOpened: boolean };

/** The newest vaults that reached the user's verified address, newest first; nothing for an address not verified. */
export async function listReceivedVaults(user: User): Promise<ReceivedVault[]> {
  if (!user.isEmailVerified) return [];
  const rows = await db
    .select({
      id: memories.id,
      titleEncrypted: memories.titleEncrypted,
      wrappedKey: memories.wrappedKey,
      masterKeyId: memories.masterKeyId,
      senderName: profiles.fullName,
      deliveredAt: deliveries.createdAt,
      openedAt: deliveries.openedAt,
    })
    .from(deliveries)
    .innerJoin(memories, eq(memories.id, deliveries.memoryId))
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .where(
      and(
        eq(deliveries.recipientEmail, user.email),
        inArray(memories.state, [...OPEN_STATES]),
        sql`${memories.userId} <> ${user.id}`,
      ),
    )
    .orderBy(desc(deliveries.createdAt))
    .limit(PAGE_SIZE);
  return rows.map((row) => ({
    id: row.id,
    title: decryptTitle(row),
    senderName: row.senderName,
    deliveredAt: row.deliveredAt,
    isOpened: row.openedAt !== null,
  }));
}

type SummaryRow = Pick<typeof memories.$inferSelect, keyof typeof summaryColumns>;

function toSummary(row: SummaryRow): VaultSummary {
  const { titleEncrypted, wrappedKey, masterKeyId, ...summary } = row;
  return {
    ...summary,
    type: row.type as VaultType,
    state: row.state as VaultState,
    title: decryptTitle({ titleEncrypted, wrappedKey, masterKeyId }),
  };
}
