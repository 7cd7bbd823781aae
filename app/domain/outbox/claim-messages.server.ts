import { and, eq, gt, inArray, lte, or } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { changedRows, db, repeatedly } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { log } from "~/services/log.server";
import { messages } from "~db/schema";
import { channelOf } from "./channel.server";
import { type MessageKind, type OutboxMessage, wakeSender, wakeSenderAt } from "./message.server";

/** Afterwards another worker may take over. */
const CLAIM_MS = 60_000;
/** People wait for these at the screen. */
const URGENT: MessageKind[] = ["opening_code", "opening_code_sms", "verify_address", "password_reset"];

/** `madeAt` is a `performance.now()`, in milliseconds. */
export type Claim = { message: OutboxMessage; mayBeSent: boolean; attemptedBefore: Date | null; madeAt: number };

export async function claimMessages(messageIds: string[], workerId: string, now: Date): Promise<Claim[]> {
  const madeAt = performance.now();
  const found = await db.select().from(messages).where(inArray(messages.id, messageIds));
  const free = found.filter((message) => isFree(message, now));
  const asked: OutboxMessage[] = [];
  for (const message of free) {
    const mustWaitUntil = consistentAt(message);
    if (mustWaitUntil > now) await putOff(message, mustWaitUntil, now);
    else asked.push(message);
  }
  const turns = await Promise.all(asked.map((message) => hasTurn(message, now)));
  const leaving = asked.filter((_, index) => turns[index]);
  const claims: Claim[] = [];
  for (const attempts of new Set(leaving.map((message) => message.attempts))) {
    const alike = leaving.filter((message) => message.attempts === attempts);
    const claiming = claimAlike(alike, attempts, workerId, now, madeAt);
    claims.push(
      ...(await claiming.catch(async (error: unknown) => {
        // The claimed ones are sent anyway.
        if (claims.length === 0) throw error;
        log.warn({ err: error }, "messages could not be claimed");
        await wakeSender(...alike.map(({ id }) => id));
        return [];
      })),
    );
  }
  return claims;
}

/** Until the provider knows the result of the last attempt. */
async function putOff({ id, attempts }: OutboxMessage, until: Date, now: Date): Promise<void> {
  const result = await db
    .update(messages)
    .set({ state: "queued", nextAttemptAt: until, claimToken: null, claimedBy: null, claimedUntil: null })
    .where(and(eq(messages.id, id), eq(messages.attempts, attempts), stillFree(now)));
  if (changedRows(result) > 0) await wakeSenderAt(id, until, now);
}

/** Claims messages with equal attempts in one statement, with one token. */
async function claimAlike(
  alike: OutboxMessage[],
  attempts: number,
  workerId: string,
  now: Date,
  madeAt: number,
): Promise<Claim[]> {
  const claim = {
    state: "sending",
    attempts: attempts + 1,
    attemptedAt: now,
    mayBeSent: true,
    turnUntil: null,
    claimToken: createId(),
    claimedBy: workerId,
    claimedUntil: new Date(now.getTime() + CLAIM_MS),
  } as const;
  const ids = alike.map(({ id }) => id);
  const result = await repeatedly(() =>
    db
      .update(messages)
      .set(claim)
      .where(and(inArray(messages.id, ids), eq(messages.attempts, attempts), stillFree(now))),
  );
  const held = changedRows(result) === alike.length ? ids : await findHeld(claim.claimToken, ids);
  return alike
    .filter(({ id }) => held.includes(id))
    .map((before) => {
      const { mayBeSent, attemptedAt: attemptedBefore } = before;
      return { message: { ...before, ...claim }, mayBeSent, attemptedBefore, madeAt };
    });
}

async function findHeld(claimToken: string, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(inArray(messages.id, ids), eq(messages.claimToken, claimToken)));
  return rows.map(({ id }) => id);
}

/** A message without a turn stays as it is and has not been attempted. */
async function hasTurn(message: OutboxMessage, now: Date): Promise<boolean> {
  const asking = {
    isUrgent: URGENT.some((kind) => kind === message.kind),
    // An abandoned message has had its turn.
    hasTurn: message.state === "sending" || (message.turnUntil !== null && message.turnUntil > now),
  };
  return (await channelOf(message).turns.take(asking, now)) === undefined;
}

function isFree({ state, nextAttemptAt, claimedUntil }: OutboxMessage, now: Date): boolean {
  return (
    (state === "queued" && nextAttemptAt <= now) ||
    (state === "sending" && claimedUntil !== null && claimedUntil <= now)
  );
}

const stillFree = (now: Date) =>
  or(
    and(eq(messages.state, "queued"), lte(messages.nextAttemptAt, now)),
    and(eq(messages.state, "sending"), lte(messages.claimedUntil, now)),
  );

/** In the past if there was no attempt. */
function consistentAt(message: OutboxMessage): Date {
  const { mayBeSent, attemptedAt } = message;
  return mayBeSent && attemptedAt
    ? new Date(attemptedAt.getTime() + channelOf(message).consistencyDelayMs)
    : new Date(0);
}

/** False when another worker has taken the message over. The attempt counts from now. */
export async function renewClaim({ id, claimToken }: OutboxMessage): Promise<boolean> {
  const now = clock.now();
  const result = await db
    .update(messages)
    .set({ attemptedAt: now, claimedUntil: new Date(now.getTime() + CLAIM_MS) })
    .where(and(eq(messages.id, id), eq(messages.claimToken, claimToken ?? ""), gt(messages.claimedUntil, now)));
  return changedRows(result) === 1;
}
