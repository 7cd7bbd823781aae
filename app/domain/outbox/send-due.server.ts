import { setTimeout as pause } from "node:timers/promises";
import { and, eq, inArray, min, sql } from "drizzle-orm";
import { env } from "~/env.server";
import { db } from "~/services/db.server";
import { log } from "~/services/log.server";
import { prepareByShape } from "~/services/prepared.server";
import { messages } from "~db/schema";
import { type ChannelName, channelOf } from "./channel.server";
import { type Claim, claimDue } from "./claim-messages.server";
import { LANE_GROUPS, type LaneGroup } from "./lane";
import { returnTokens, takeTokens } from "./rate-limiter.server";
import type { MessageOwner } from "./record-send-result.server";
import { type Attempt, attemptClaimed, recordAttempt } from "./send-message.server";

/**
 * Codes and links have their own slots, so that a slow provider does not delay them. Interrupted messages take the
 * slots that their dead worker no longer uses.
 */
const SLOTS: Record<LaneGroup, number> = {
  urgent: 4,
  interrupted: env.WORKER_CONCURRENCY,
  others: env.WORKER_CONCURRENCY,
};

type SenderOptions = {
  channel: ChannelName;
  group: LaneGroup;
  workerId: string;
  owner: MessageOwner;
  onResult: () => void;
  signal: AbortSignal;
};

export type MessageSender = {
  /** Sends until nothing is due. Returns the milliseconds until the next message is due, if known. */
  sendDue: () => Promise<number | undefined>;
  /** Waits for the running attempts. */
  settled: () => Promise<void>;
};

/** Takes a slot, then a token, then claims: only messages that leave at once are claimed. */
export function createMessageSender({
  channel,
  group,
  workerId,
  owner,
  onResult,
  signal,
}: SenderOptions): MessageSender {
  const { provider, perSecond } = channelOf({ channel });
  const lanes = LANE_GROUPS[group];
  const slots = SLOTS[group];
  /**
   * A message holds a slot until the provider answers. Then others are sent while its result is recorded, unless it was
   * not sent: that may pause the provider.
   */
  const sending = new Set<Promise<void>>();
  const unrecorded = new Set<Promise<void>>();
  const tokenTaker = createTokenTaker(provider, perSecond, group);

  function start(claim: Claim): void {
    const attempt = attemptClaimed(claim, owner);
    const recorded = attempt
      .then(async (result) => {
        await recordAttempt(claim, result, owner);
        if (!isSent(result)) tokenTaker.noteFailure();
      })
      .catch((error: unknown) => log.error({ err: error, messageId: claim.message.id }, "a message could not be sent"))
      .finally(onResult);
    keepUntilSettled(
      sending,
      attempt.then((result) => (isSent(result) ? undefined : recorded)),
    );
    keepUntilSettled(unrecorded, recorded);
  }

  /** While results cannot be recorded, few more are sent, as the results are lost if the worker ends now. */
  const free = () => Math.min(slots - sending.size, UNRECORDED_PER_SLOT * slots - unrecorded.size);

  /** Waits until half the slots are free, if that is soon: claiming five messages takes no longer than claiming one. */
  async function freeSlots(): Promise<number> {
    const change = () => Promise.race([...sending, ...unrecorded]);
    while (free() <= 0) await change();
    const gathered = pause(GATHER_MS).then(() => "gathered" as const);
    while (free() < slots / 2 && (await Promise.race([change(), gathered])) !== "gathered");
    return free();
  }

  async function sendDue(): Promise<number | undefined> {
    let next: Next | undefined;
    let isMoreDue = false;
    let foundAt = Number.NEGATIVE_INFINITY;
    for (;;) {
      if (!isMoreDue || performance.now() - foundAt > LANES_RECHECK_MS) {
        next = await findNext(channel, lanes);
        foundAt = performance.now();
      }
      if (!next || next.inMs > 0 || signal.aborted) return next?.inMs;
      const { tokens, retryInMs } = await tokenTaker.take(await freeSlots());
      if (tokens === 0) return Math.max(1, retryInMs);
      const claims = await claimDue({ channel, lanes: next.lanes, atMost: tokens }, workerId);
      claims.forEach(start);
      await returnTokens(provider, tokens - claims.length, perSecond);
      // Due messages are locked by others.
      if (claims.length === 0 && !isMoreDue) return LOCKED_FOR_MS;
      isMoreDue = claims.length === tokens;
    }
  }

  return {
    sendDue,
    async settled() {
      while (unrecorded.size > 0) await Promise.all(unrecorded);
    },
  };
}

/** Without a limit there are only pauses, which are read rarely: after a failure, or after a while. */
function createTokenTaker(provider: string, perSecond: number, group: LaneGroup) {
  let noPauseUntil = Number.NEGATIVE_INFINITY;
  let lastFailureAt = Number.NEGATIVE_INFINITY;
  return {
    async take(count: number): Promise<{ tokens: number; retryInMs: number }> {
      if (performance.now() < noPauseUntil) return { tokens: count, retryInMs: 0 };
      const wanted = group === "others" ? { urgent: 0, others: count } : { urgent: count, others: 0 };
      const startedAt = performance.now();
      const { urgent, others, isPaused, retryInMs } = await takeTokens(provider, wanted, perSecond);
      if (perSecond === 0 && !isPaused && startedAt > lastFailureAt) noPauseUntil = startedAt + NO_PAUSE_RECHECK_MS;
      return { tokens: urgent + others, retryInMs };
    },
    noteFailure(): void {
      [noPauseUntil, lastFailureAt] = [Number.NEGATIVE_INFINITY, performance.now()];
    },
  };
}

const isSent = (result: Attempt) => result !== "fenced" && "ok" in result && result.ok;

function keepUntilSettled(set: Set<Promise<void>>, work: Promise<unknown>): void {
  const settled = work.then(
    () => void set.delete(settled),
    () => void set.delete(settled),
  );
  set.add(settled);
}

/** How long a message of an earlier lane may be overlooked while others are due. */
const LANES_RECHECK_MS = 50;
/** For how long a pause by another worker may be overlooked. */
const NO_PAUSE_RECHECK_MS = 50;
const UNRECORDED_PER_SLOT = 2;
const LOCKED_FOR_MS = 20;
/** How long free slots wait for others. */
const GATHER_MS = 20;

/** Due if `inMs` is not above 0, in these lanes. Reads one entry of the index for each lane. */
type Next = { inMs: number; lanes: readonly number[] };

async function findNext(channel: ChannelName, lanes: readonly number[]): Promise<Next | undefined> {
  const rows = await nextQuery({ channel, lanes }).execute();
  if (rows.length === 0) return undefined;
  const due = rows.filter(({ inMs }) => Number(inMs) <= 0);
  return { inMs: Math.min(...rows.map(({ inMs }) => Number(inMs))), lanes: due.map(({ lane }) => lane) };
}

const nextQuery = prepareByShape(({ channel, lanes }: { channel: ChannelName; lanes: readonly number[] }) =>
  db
    .select({
      lane: messages.lane,
      inMs: sql<number>`TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), ${min(messages.nextAttemptAt)}) / 1000`,
    })
    .from(messages)
    .where(and(eq(messages.state, "queued"), eq(messages.channel, channel), inArray(messages.lane, [...lanes])))
    // By the whole beginning of the index, or else all its waiting entries are read.
    .groupBy(messages.state, messages.channel, messages.lane)
    .orderBy(messages.lane),
);
