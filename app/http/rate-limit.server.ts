import { RateLimiterMemory, RateLimiterMySQL, RateLimiterRes } from "rate-limiter-flexible";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { pool } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { Refusal } from "./form.server";

/** What is limited, as points within a number of seconds. */
const LIMITS = {
  /** Sign-in attempts at one account, from anywhere. */
  login_account: { points: 10, duration: 15 * 60 },
  /** Sign-in attempts from one address. */
  login_address: { points: 60, duration: 15 * 60 },
  signup_address: { points: 20, duration: 60 * 60 },
  /** Mails that somebody asks us to send: verification, reset, opening codes. */
  mail_recipient: { points: 6, duration: 15 * 60 },
  mail_address: { points: 40, duration: 15 * 60 },
  /** Codes typed for one delivery, over all the codes sent. */
  opening_delivery: { points: 20, duration: 60 * 60 },
  reset_address: { points: 30, duration: 60 * 60 },
  opening_address: { points: 60, duration: 60 * 60 },
  /** Files that somebody begins to send: a few full boards an hour. */
  upload_address: { points: 600, duration: 60 * 60 },
  /** Replies from one address, and in one conversation. */
  reply_address: { points: 60, duration: 60 * 60 },
  reply_delivery: { points: 30, duration: 60 * 60 },
  /** Links to share that are made or ended, from one address. */
  share_address: { points: 120, duration: 60 * 60 },
  /** Forms of people without an account that are kept for them, from one address. */
  visitor_draft_ip: { points: 120, duration: 60 * 60 },
  /** Codes of claim cards that are typed. */
  claim_address: { points: 30, duration: 60 * 60 },
  /** Guests who join a board: those of one feast may all come from one address. */
  join_address: { points: 600, duration: 60 * 60 },
  /** Certificates that somebody has checked: files may come with them. */
  verify_address: { points: 60, duration: 60 * 60 },
} as const;

export type LimitName = keyof typeof LIMITS;

export const TOO_OFTEN = "That was too often in a short time. Please wait a few minutes and try again.";

const limiters = new Map<LimitName, RateLimiterMySQL>();

function limiterFor(name: LimitName): RateLimiterMySQL {
  let limiter = limiters.get(name);
  if (!limiter) {
    limiter = new RateLimiterMySQL({
      ...LIMITS[name],
      keyPrefix: name,
      storeClient: pool,
      dbName: new URL(env.DATABASE_URL).pathname.slice(1),
      tableName: "rate_limits",
      tableCreated: true,
      insuranceLimiter: new RateLimiterMemory(LIMITS[name]),
    });
    limiters.set(name, limiter);
  }
  return limiter;
}

/**
 * Takes one point of each named limit, in the given order and until one is used up; answers what to refuse the form
 * with then. Name what is the caller's own first (their address): what they may not do they cannot use up for others.
 * Keys are stored only as keyed digests. When the store fails, this process counts on its own.
 */
export async function tooOften(keys: Partial<Record<LimitName, string>>): Promise<Refusal | undefined> {
  for (const [name, key] of Object.entries(keys)) {
    const wait = await secondsToWait(name as LimitName, key);
    if (wait > 0) return { form: TOO_OFTEN, status: 429, headers: { "Retry-After": String(wait) } };
  }
  return undefined;
}

async function secondsToWait(name: LimitName, key: string): Promise<number> {
  try {
    await limiterFor(name).consume(keyedDigest("rate-limit", key));
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
    log.error({ err: refusal, limit: name }, "a rate limit could not be counted");
    return 0;
  }
}
