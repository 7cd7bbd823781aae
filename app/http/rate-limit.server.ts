import { RateLimiterMemory, RateLimiterMySQL, RateLimiterRes } from "rate-limiter-flexible";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { pool } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { FormRefusal } from "./form.server";

/** Durations in seconds. */
const LIMITS = {
  /** Per account and network, known browser, or session that confirms its password: see `tooManyTries`. */
  login_tries: { points: 5, duration: 15 * 60 },
  /** Counted, never refused. */
  login_blocks: { points: 1_000_000, duration: 86_400 },
  login_ip: { points: 60, duration: 15 * 60 },
  /** From unknown browsers and at confirmations; the owner is notified. Counted, never refused. */
  login_account: { points: 20, duration: 86_400 },
  /** Wrong codes after the right password, from unknown browsers; the owner is notified. Counted, never refused. */
  wrong_codes: { points: 5, duration: 86_400 },
  /** Codes after the right password, from unknown browsers: stops a botnet from guessing further. */
  second_step_account: { points: 50, duration: 86_400 },
  second_step_ip: { points: 60, duration: 15 * 60 },
  passkey_ip: { points: 120, duration: 15 * 60 },
  /** First codes of an authenticator app. */
  set_up_account: { points: 20, duration: 15 * 60 },
  export_account: { points: 6, duration: 24 * 60 * 60 },
  signup_ip: { points: 20, duration: 60 * 60 },
  mail_recipient: { points: 6, duration: 15 * 60 },
  /** The same in a day: see `FEW_A_DAY`. */
  mail_recipient_day: { points: 20, duration: 24 * 60 * 60 },
  /** A reset link works for an hour, so even when others have used this up, one that works is in the mailbox. */
  reset_recipient: { points: 6, duration: 60 * 60 },
  mail_ip: { points: 40, duration: 15 * 60 },
  /** Codes of one browser for one link, which in all allows 50 wrong ones. */
  opening_visitor: { points: 20, duration: 60 * 60 },
  reset_ip: { points: 30, duration: 60 * 60 },
  opening_ip: { points: 60, duration: 60 * 60 },
  /** In megabytes: from one network in a day. */
  upload_mb_ip: { points: 20 * 1024, duration: 24 * 60 * 60 },
  /** People that an account addresses in a day. */
  people_account: { points: 300, duration: 24 * 60 * 60 },
  people_unverified: { points: 20, duration: 24 * 60 * 60 },
  /** A few full boards an hour. */
  upload_ip: { points: 600, duration: 60 * 60 },
  /** A full party behind one IP address: 300 guests with ten files each. */
  party_upload_ip: { points: 3_000, duration: 60 * 60 },
  post_guest: { points: 60, duration: 60 * 60 },
  post_ip: { points: 3_000, duration: 60 * 60 },
  party_mail_ip: { points: 600, duration: 60 * 60 },
  /** Addresses that one guest gives. */
  mail_guest: { points: 20, duration: 60 * 60 },
  /** Addresses that the guests of an account's boards give in a day: two full boards. */
  guest_mail_host: { points: 1_000, duration: 24 * 60 * 60 },
  /** Strangers whom an account invites, or mails about its own address, in a day. */
  invitations_account: { points: 100, duration: 24 * 60 * 60 },
  report_ip: { points: 60, duration: 60 * 60 },
  reply_ip: { points: 60, duration: 60 * 60 },
  reply_delivery: { points: 30, duration: 60 * 60 },
  thanks_delivery: { points: 5, duration: 24 * 60 * 60 },
  share_ip: { points: 120, duration: 60 * 60 },
  visitor_draft_ip: { points: 120, duration: 60 * 60 },
  claim_ip: { points: 30, duration: 60 * 60 },
  /** Guests of one party may share an IP address. */
  join_ip: { points: 600, duration: 60 * 60 },
  /** Searches for people by email. */
  people_user: { points: 30, duration: 60 * 60 },
  checkout_account: { points: 30, duration: 60 * 60 },
  gift_ip: { points: 60, duration: 60 * 60 },
  help_ip: { points: 60, duration: 60 * 60 },
  /** For the installation: the model costs money. */
  help_model: { points: env.AI_ANSWERS_PER_DAY, duration: 24 * 60 * 60 },
  contact_ip: { points: 10, duration: 60 * 60 },
  verify_ip: { points: 60, duration: 60 * 60 },
} as const;

export type LimitName = keyof typeof LIMITS;

/** Counted apart, so that asking for one kind of mail to an address cannot block another, such as password resets. */
type MailPurpose =
  | "code"
  | "contact"
  | "fresh_link"
  | "gift"
  | "guest"
  | "host"
  | "new_email"
  | "newsletter"
  | "other_address"
  | "rehearsal"
  | "sign_in"
  | "verify";

export type LimitKeys = Partial<
  Record<Exclude<LimitName, "mail_recipient" | "mail_recipient_day">, string> & {
    mail_recipient: `${MailPurpose}:${string}`;
  }
>;

/** Mails that may go to strangers. A daily limit of the others would let anyone keep people out of their accounts. */
const FEW_A_DAY: MailPurpose[] = ["contact", "gift", "guest", "host", "new_email", "newsletter", "verify"];

/** The first wait after too many wrong passwords, in seconds; each further one is twice as long. */
const FIRST_WAIT = 60;
const LONGEST_WAIT = 3_600;

const TOO_MANY_BYTES =
  "So many files have come from your network today that we can’t take more. Please try again tomorrow.";
const TOO_MANY_PEOPLE = {
  people_account: `You can write to ${LIMITS.people_account.points} people a day. Please keep this as a draft and schedule it tomorrow.`,
  people_unverified: `Until you’ve confirmed your email, you can write to ${LIMITS.people_unverified.points} people a day. Please open the link we emailed you.`,
};

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
 * Consumes one point of each limit, up to the first that is used up. Name the caller's own limit (their IP) first, so
 * that they cannot use up those of others. If MySQL fails, each process counts in memory.
 */
export async function rateLimited(keys: LimitKeys): Promise<FormRefusal | undefined> {
  const { mail_recipient: mail = "" } = keys;
  const isLimitedByDay = FEW_A_DAY.some((purpose) => mail.startsWith(`${purpose}:`));
  for (const [name, key] of Object.entries({ ...keys, ...(isLimitedByDay && { mail_recipient_day: mail }) })) {
    const wait = await secondsToWait(name as LimitName, key);
    if (wait > 0) return { form: rateLimitWords(wait), status: 429, headers: { "Retry-After": String(wait) } };
  }
  return undefined;
}

/** The wait is in seconds. */
export function rateLimitWords(wait: number): string {
  const hours = Math.ceil(wait / 3_600);
  if (wait <= 15 * 60) return "You’re doing that too often. Please wait a few minutes and try again.";
  return `You’re doing that too often. Please try again in ${hours === 1 ? "an hour" : `${hours} hours`}.`;
}

/** Counts the bytes uploaded by a network. An upload counts when it starts, and again when it is resumed. */
export async function tooManyBytes(ip: string, bytes: number): Promise<FormRefusal | undefined> {
  const wait = await secondsToWait("upload_mb_ip", ip, undefined, megabytes(bytes));
  if (wait === 0) return undefined;
  return { form: TOO_MANY_BYTES, status: 429, headers: { "Retry-After": String(wait) } };
}

/** After a refusal for lack of capacity: the same files will be sent again, perhaps by a whole party. */
export async function refundUpload(keys: LimitKeys, ip: string, bytes: number): Promise<void> {
  try {
    for (const [name, key] of Object.entries(keys)) await limiterFor(name as LimitName).reward(digestOf(key));
    await limiterFor("upload_mb_ip").reward(digestOf(ip), megabytes(bytes));
  } catch (error) {
    log.error({ err: error }, "could not refund a rate limit");
  }
}

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);

/** Counts the people that an account writes to, who may be strangers. Call `refundPeople` if nothing was saved. */
export async function tooManyPeople(
  account: { id: string; isEmailVerified: boolean },
  people: number,
): Promise<FormRefusal | undefined> {
  if (people === 0) return undefined;
  const name = peopleLimitOf(account);
  const wait = await secondsToWait(name, account.id, undefined, people);
  if (wait === 0) return undefined;
  await refundPeople(account, people);
  return { form: TOO_MANY_PEOPLE[name], status: 429, headers: { "Retry-After": String(wait) } };
}

export async function refundPeople(account: { id: string; isEmailVerified: boolean }, people: number): Promise<void> {
  try {
    if (people > 0) await limiterFor(peopleLimitOf(account)).reward(digestOf(account.id), people);
  } catch (error) {
    log.error({ err: error }, "could not refund a rate limit");
  }
}

const peopleLimitOf = ({ isEmailVerified }: { isEmailVerified: boolean }) =>
  isEmailVerified ? "people_account" : "people_unverified";

/** Counts a guess. After five, each wait is longer than the last, until `resetTries` or a day without a guess. */
export async function tooManyTries(key: string): Promise<FormRefusal | undefined> {
  const wait = await secondsToWait("login_tries", key, async (used) => {
    if (used !== LIMITS.login_tries.points + 1) return undefined;
    const blocks = await limiterFor("login_blocks").penalty(digestOf(key));
    const seconds = Math.min(FIRST_WAIT * 2 ** (blocks.consumedPoints - 1), LONGEST_WAIT);
    await limiterFor("login_tries").block(digestOf(key), seconds);
    return seconds;
  });
  if (wait === 0) return undefined;
  const minutes = Math.ceil(wait / 60);
  const form = `You’re doing that too often. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
  return { form, status: 429, headers: { "Retry-After": String(wait) } };
}

/** Call it after the right answer. */
export async function resetTries(key: string): Promise<void> {
  try {
    await Promise.all([
      limiterFor("login_tries").delete(digestOf(key)),
      limiterFor("login_blocks").delete(digestOf(key)),
    ]);
  } catch (error) {
    log.error({ err: error }, "could not reset a rate limit");
  }
}

/** Counts up to the limit. Returns whether this was the one that reached it. */
export async function reachesLimit(name: LimitName, key: string): Promise<boolean> {
  try {
    const { consumedPoints } = await limiterFor(name).penalty(digestOf(key));
    return consumedPoints === LIMITS[name].points;
  } catch (error) {
    log.error({ err: error, limit: name }, "could not count a rate limit");
    return false;
  }
}

const digestOf = (key: string) => keyedDigest("rate-limit", key);

async function secondsToWait(
  name: LimitName,
  key: string,
  atLimit: (used: number) => Promise<number | undefined> = async () => undefined,
  points = 1,
): Promise<number> {
  try {
    await limiterFor(name).consume(digestOf(key), points);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) {
      return (await atLimit(refusal.consumedPoints)) ?? Math.ceil(refusal.msBeforeNext / 1000);
    }
    log.error({ err: refusal, limit: name }, "could not count a rate limit");
    return 0;
  }
}
