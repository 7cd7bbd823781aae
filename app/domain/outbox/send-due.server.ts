import { setTimeout as pause } from "node:timers/promises";
import { and, eq, inArray, min, sql } from "drizzle-orm";
import { env } from "~/env.server";
import { db } from "~/services/db.server";
import { log } from "~/services/log.server";
import { messages } from "~db/schema";
import { type ChannelName, channelOf } from "./channel.server";
import { type Claim, claimDue } from "./claim-messages.server";
import { OTHER_LANES, URGENT_LANES } from "./lane";
import { returnTokens, takeTokens } from "./rate-limiter.server";
import type { MessageOwner } from "./record-send-result.server";
import { sendClaimed } from "./send-message.server";

/** Codes and links have slots of their own, so that a slow provider does not hold them up. */
const URGENT_SLOTS = 4;

type SenderOptions = {
  channel: ChannelName;
  isUrgent: boolean;
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
  isUrgent,
  workerId,
  owner,
  onResult,
  signal,
}: SenderOptions): MessageSender {
  const { provider, perSecond } = channelOf({ channel });
  const lanes = isUrgent ? URGENT_LANES : OTHER_LANES;
  const slots = isUrgent ? URGENT_SLOTS : env.WORKER_CONCURRENCY;
  const underWay = new Set<Promise<void>>();

  function start(claim: Claim): void {
    const sending = sendClaimed(claim, owner)
      .catch((error: unknown) => log.error({ err: error, messageId: claim.message.id }, "a message could not be sent"))
      .finally(() => {
        underWay.delete(sending);
        onResult();
      });
    underWay.add(sending);
  }

  /** Claiming ten messages takes no longer than claiming one. */
  async function freeSlots(): Promise<number> {
    while (underWay.size >= slots) {
      await Promise.race(underWay);
      if (underWay.size > slots / 2) await Promise.race([Promise.all(underWay), pause(GATHER_MS)]);
    }
    return slots - underWay.size;
  }

  async function sendDue(): Promise<number | undefined> {
    let isMoreDue = false;
    for (;;) {
      const next = isMoreDue ? { inMs: 0, lanes } : await findNext(channel, lanes);
      if (!next || next.inMs > 0 || signal.aborted) return next?.inMs;
      const free = await freeSlots();
      const wanted = isUrgent ? { urgent: free, others: 0 } : { urgent: 0, others: free };
      const taken = await takeTokens(provider, wanted, perSecond);
      const tokens = taken.urgent + taken.others;
      if (tokens === 0) return Math.max(1, taken.retryInMs);
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
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

const LOCKED_FOR_MS = 20;
/** How long a free slot waits for others. */
const GATHER_MS = 20;

/** Due if `inMs` is not above 0, in these lanes. Reads one entry of the index for each lane. */
type Next = { inMs: number; lanes: readonly number[] };

async function findNext(channel: ChannelName, lanes: readonly number[]): Promise<Next | undefined> {
  const rows = await db
    .select({
      lane: messages.lane,
      inMs: sql<number>`TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), ${min(messages.nextAttemptAt)}) / 1000`,
    })
    .from(messages)
    .where(and(eq(messages.state, "queued"), eq(messages.channel, channel), inArray(messages.lane, [...lanes])))
    .groupBy(messages.lane)
    .orderBy(messages.lane);
  if (rows.length === 0) return undefined;
  const due = rows.filter(({ inMs }) => Number(inMs) <= 0);
  return { inMs: Math.min(...rows.map(({ inMs }) => Number(inMs))), lanes: due.map(({ lane }) => lane) };
}
