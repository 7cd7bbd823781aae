import { and, asc, eq, gt, inArray, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import { changedRows, db, inTransaction, nowIn, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { type Stopwatch, startStopwatch } from "~/services/provider/send-right.server";
import { messages, workerHeartbeats } from "~db/schema";
import { CHANNELS } from "~db/schema/states";
import { type ChannelName, channelOf } from "./channel.server";
import { INTERRUPTED_LANE, URGENT_LANES } from "./lane";
import type { OutboxMessage } from "./message.server";
import { firstLookupMs } from "./retry";

/** A safety net: the claims of a dead worker are released within a minute. Longer than any attempt takes. */
const CLAIM_MS = 600_000;
/** How long a live worker keeps an expired claim without a provider's log: it alone may know that the mail was sent. */
const LIVE_WORKER_GRACE_HOURS = 24;

/** `stopwatch` counts from before the claim was made. */
export type Claim = { message: OutboxMessage; mayBeSent: boolean; attemptedBefore: Date | null; stopwatch: Stopwatch };

type Selection = { channel: ChannelName; lanes: readonly number[]; atMost: number };

/** Claims due messages for sending at once, those of the first lane first. Skips what others have locked. */
export async function claimDue({ channel, lanes, atMost }: Selection, workerId: string): Promise<Claim[]> {
  return claim(workerId, undefined, async (tx, columns, isDue) => {
    const due: Due[] = [];
    for (const lane of lanes) {
      if (due.length === atMost) break;
      const rows = await tx
        .select(columns)
        .from(messages)
        .where(and(isDue, eq(messages.channel, channel), eq(messages.lane, lane)))
        .orderBy(asc(messages.nextAttemptAt))
        .limit(atMost - due.length)
        .for("update", { skipLocked: true });
      due.push(...rows);
    }
    return due;
  });
}

/** @param given the instant to use instead of the database's clock */
export async function claimByIds(ids: string[], workerId: string, given?: Date): Promise<Claim[]> {
  return claim(workerId, given, (tx, columns, isDue) =>
    tx
      .select(columns)
      .from(messages)
      .where(and(inArray(messages.id, ids), isDue))
      .for("update", { skipLocked: true }),
  );
}

type Due = { message: OutboxMessage; now: Date };

const UNCONFIRMED_MAX = 100;
/** The latest claims whose commit failed. A lost connection may hide that it took effect; nothing is sent then. */
let unconfirmed: string[] = [];

const dueColumns = (now: SQL) => ({ message: messages, now: sql<Date>`${now}`.mapWith(messages.attemptedAt) });

async function claim(
  workerId: string,
  given: Date | undefined,
  findDue: (tx: Transaction, columns: ReturnType<typeof dueColumns>, isDue: SQL | undefined) => Promise<Due[]>,
): Promise<Claim[]> {
  const stopwatch = startStopwatch();
  const current = nowIn(given);
  const claimToken = createId();
  let isCommitting = false;
  const claiming = inTransaction(async (tx) => {
    isCommitting = false;
    const isDue = and(eq(messages.state, "queued"), lte(messages.nextAttemptAt, current));
    const found = await findDue(tx, dueColumns(current), isDue);
    const now = found.at(-1)?.now;
    if (!now) return [];
    const due = found.map(({ message }) => message);
    const claimed = {
      state: "sending",
      attemptedAt: now,
      mayBeSent: true,
      claimToken,
      claimedBy: workerId,
      claimedUntil: new Date(now.getTime() + CLAIM_MS),
    } as const;
    const ids = due.map(({ id }) => id);
    await tx
      .update(messages)
      .set({ ...claimed, attempts: sql`${messages.attempts} + 1` })
      .where(inArray(messages.id, ids));
    isCommitting = true;
    return due.map((before) => ({
      message: { ...before, ...claimed, attempts: before.attempts + 1 },
      mayBeSent: before.mayBeSent,
      attemptedBefore: before.attemptedAt,
      stopwatch,
    }));
  });
  return claiming.catch((error: unknown) => {
    if (isCommitting) unconfirmed = [...unconfirmed, claimToken].slice(-UNCONFIRMED_MAX);
    throw error;
  });
}

/** Undefined when another worker has taken the message over. The attempt counts from now. */
export async function renewClaim({ id, claimToken }: OutboxMessage): Promise<Stopwatch | undefined> {
  const stopwatch = startStopwatch();
  const result = await db
    .update(messages)
    .set({
      attemptedAt: nowIn(undefined),
      claimedUntil: sql`UTC_TIMESTAMP(3) + INTERVAL ${CLAIM_MS * 1_000} MICROSECOND`,
    })
    .where(
      and(eq(messages.id, id), eq(messages.claimToken, claimToken ?? ""), gt(messages.claimedUntil, nowIn(undefined))),
    );
  return changedRows(result) === 1 ? stopwatch : undefined;
}

function isHolderGone(given: Date | undefined): SQL | undefined {
  const holder = db
    .select({ workerId: workerHeartbeats.workerId })
    .from(workerHeartbeats)
    .where(eq(workerHeartbeats.workerId, messages.claimedBy));
  const longAgo = sql`${nowIn(given)} - INTERVAL ${LIVE_WORKER_GRACE_HOURS} HOUR`;
  return or(notExists(holder), lte(messages.claimedUntil, longAgo));
}

/**
 * Requeues messages of a dead worker, with expired claims, or with claims of this process that were not confirmed. The
 * provider is asked before they are sent again. Returns their number.
 */
export async function releaseClaims(
  { of, channels = CHANNELS }: { of?: string; channels?: readonly ChannelName[] } = {},
  given?: Date,
): Promise<number> {
  let released = 0;
  for (const channel of channels) {
    const { consistencyDelayMs, hasSendLog } = channelOf({ channel });
    const firstMs = firstLookupMs(consistencyDelayMs);
    const isHeld = of === undefined ? sql`false` : eq(messages.claimedBy, of);
    const isUnconfirmed = unconfirmed.length > 0 ? inArray(messages.claimToken, unconfirmed) : undefined;
    const isOver = and(lte(messages.claimedUntil, nowIn(given)), hasSendLog ? undefined : isHolderGone(given));
    released += await inTransaction(async (tx) => {
      const held = await tx
        .select({ id: messages.id })
        .from(messages)
        .where(and(eq(messages.state, "sending"), eq(messages.channel, channel), or(isHeld, isOver, isUnconfirmed)))
        .for("update", { skipLocked: true });
      if (held.length === 0) return 0;
      const ids = held.map(({ id }) => id);
      const { attempts, attemptedAt, lane, nextAttemptAt } = messages;
      // A message that keeps killing its workers has to wait. Without a wait it keeps its place in the queue.
      const waitMs = sql`case when ${attempts} > 1 then 60000 else ${firstMs} end`;
      const afterWait = sql`${attemptedAt} + INTERVAL (${waitMs}) * 1000 MICROSECOND`;
      await tx
        .update(messages)
        .set({
          state: "queued",
          claimToken: null,
          claimedBy: null,
          claimedUntil: null,
          lane: sql`case when ${inArray(lane, URGENT_LANES)} then ${INTERRUPTED_LANE.urgent} else ${INTERRUPTED_LANE.others} end`,
          nextAttemptAt: sql`case when (${waitMs}) = 0 then ${nextAttemptAt} else ${afterWait} end`,
        })
        .where(inArray(messages.id, ids));
      return ids.length;
    });
  }
  return released;
}
