import { and, eq, gt, sql } from "drizzle-orm";
import { changedRows, db, nowIn } from "~/services/db.server";
import { rateLimiters } from "~db/schema";
import { burstOf, LONGEST_PAUSE_MS, type TokenBucket, type TokenCounts, take } from "./rate-limiter";

/** `retryInMs` is when to ask for the rest. */
export type TakenTokens = TokenCounts & { isPaused: boolean; retryInMs: number };

/** Compare-and-set attempts before giving up for now. */
const TRIES = 10;
const BUSY_MS = 5;

/** Takes tokens for a provider from the bucket that all workers share. Holds no lock. */
export async function takeTokens(
  provider: string,
  wanted: TokenCounts,
  perSecond: number,
  given?: Date,
): Promise<TakenTokens> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { known, now } = await readBucket(provider, given);
    const { bucket, isPaused, freeAt, urgent, others } = take(known, wanted, perSecond, now);
    const taken = { urgent, others, isPaused, retryInMs: Math.max(0, freeAt.getTime() - now.getTime()) };
    if (isPaused || perSecond === 0 || urgent + others === 0) return taken;
    if (await saveBucket(provider, known, bucket)) return taken;
  }
  return { urgent: 0, others: 0, isPaused: false, retryInMs: BUSY_MS };
}

type KnownBucket = TokenBucket & { version: number };

async function readBucket(provider: string, given: Date | undefined): Promise<{ known?: KnownBucket; now: Date }> {
  const now = sql<Date>`${nowIn(given)}`.mapWith(rateLimiters.countedAt);
  const [row] = await db
    .select({ bucket: rateLimiters, now })
    .from(sql`(select 1) as one`)
    .leftJoin(rateLimiters, eq(rateLimiters.provider, provider));
  if (!row) throw new Error("the database returned no row");
  return { ...(row.bucket && { known: row.bucket }), now: row.now };
}

async function saveBucket(provider: string, known: KnownBucket | undefined, bucket: TokenBucket): Promise<boolean> {
  const columns = { ...bucket, ...(!bucket.pausedUntil && { pauseReason: null }) };
  if (!known) {
    const inserted = await db
      .insert(rateLimiters)
      .ignore()
      .values({ provider, ...columns });
    return changedRows(inserted) > 0;
  }
  const updated = await db
    .update(rateLimiters)
    .set({ ...columns, version: known.version + 1 })
    .where(and(eq(rateLimiters.provider, provider), eq(rateLimiters.version, known.version)));
  return changedRows(updated) > 0;
}

/** Returns tokens taken for messages that another worker claimed. */
export async function returnTokens(provider: string, count: number, perSecond: number): Promise<void> {
  if (count === 0 || perSecond === 0) return;
  await db
    .update(rateLimiters)
    .set({
      tokens: sql`LEAST(${burstOf(perSecond)}, ${rateLimiters.tokens} + ${count})`,
      version: sql`${rateLimiters.version} + 1`,
    })
    .where(eq(rateLimiters.provider, provider));
}

/** Stops all workers from sending through a provider, for at most an hour. The longer of two pauses wins. */
export async function pauseProvider(provider: string, seconds: number, reason: string, given?: Date): Promise<void> {
  const now = nowIn(given);
  const inMs = (ms: number) => sql`${now} + INTERVAL ${ms * 1000} MICROSECOND`;
  const asked = inMs(Math.min(seconds * 1000, LONGEST_PAUSE_MS));
  const column = rateLimiters.pausedUntil;
  const pauseReason = reason.slice(0, 200);
  await db
    .insert(rateLimiters)
    .values({ provider, tokens: 0, countedAt: now, pausedUntil: asked, pauseReason })
    .onDuplicateKeyUpdate({
      // A pause beyond the maximum was set by a clock that was set back since.
      set: {
        pausedUntil: sql`case when ${column} > ${asked} and ${column} <= ${inMs(LONGEST_PAUSE_MS)} then ${column} else ${asked} end`,
        pauseReason,
        version: sql`${rateLimiters.version} + 1`,
      },
    });
}

/** For operators. */
export async function listPauses(): Promise<{ provider: string; reason: string; until: Date }[]> {
  const rows = await db
    .select()
    .from(rateLimiters)
    .where(gt(rateLimiters.pausedUntil, nowIn(undefined)));
  return rows.map(({ provider, pauseReason, pausedUntil }) => ({
    provider,
    reason: pauseReason ?? "",
    until: pausedUntil ?? new Date(0),
  }));
}
