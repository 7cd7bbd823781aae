import { randomInt } from "node:crypto";
import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { keyedDigest } from "~/services/cipher.server";
import { changedRows, db, type Transaction, touchRows } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { pressedTwiceSince, repeatableSince } from "~/services/repeats.server";
import { createSecretToken, hashSecretToken, isSameSecret } from "~/services/secret-token.server";
import { deliveries, legacyContacts, openingCodes, readingSessions } from "~db/schema";

/** Product decision 8. */
export const CODE_MINUTES = 10;
const CODE_TRIES = 5;
export const READING_HOURS = 12;

/**
 * Wrong codes allowed for a link in total. Someone with the link but without the mailbox has to guess six digits: 50
 * tries open one letter in 20,000. Recipients only mistype a few.
 */
export const WRONG_CODES_AT_MOST = 50;

/** One delivery, or all that one legacy contact may see. */
export type CodeScope = { deliveryId: string; contactId?: never } | { contactId: string; deliveryId?: never };

/** The condition for rows of a scope. */
export const inScope = (
  { deliveryId, contactId }: CodeScope,
  table: Pick<typeof openingCodes | typeof readingSessions, "deliveryId" | "contactId">,
) => (deliveryId ? eq(table.deliveryId, deliveryId) : eq(table.contactId, contactId ?? ""));

const codesOf = (scope: CodeScope) => inScope(scope, openingCodes);

const codesIn = (scope: CodeScope, browser: string) =>
  and(codesOf(scope), eq(openingCodes.browserHash, hashSecretToken(browser)));

/**
 * Creates a six-digit code that works only in the browser with the cookie `browser`, so that no one can guess a code
 * that someone else requested. It replaces the earlier codes of this browser only. Returns undefined if the last one is
 * seconds old, still works and was sent to the same contact: the button was pressed twice.
 */
export async function issueCode(
  tx: Transaction,
  scope: CodeScope,
  browser: string,
  now: Date,
  wasSentHere: (codeId: string) => Promise<boolean> = async () => true,
): Promise<{ id: string; code: string; expiresAt: Date } | undefined> {
  await lockScope(tx, scope);
  const isFresh = and(gt(openingCodes.createdAt, pressedTwiceSince(now)), gt(openingCodes.triesLeft, 0), live(now));
  const [fresh] = await tx
    .select({ id: openingCodes.id })
    .from(openingCodes)
    .where(and(codesIn(scope, browser), isFresh));
  if (fresh && (await wasSentHere(fresh.id))) return undefined;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const id = createId();
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
  await tx
    .update(openingCodes)
    .set({ expiresAt: now })
    .where(and(codesIn(scope, browser), gt(openingCodes.expiresAt, now)));
  await tx.insert(openingCodes).values({
    ...scope,
    id,
    codeHash: codeHash(id, code),
    browserHash: hashSecretToken(browser),
    triesLeft: CODE_TRIES,
    createdAt: now,
    expiresAt,
  });
  return { id, code, expiresAt };
}

async function lockScope(tx: Transaction, { deliveryId, contactId }: CodeScope): Promise<void> {
  if (deliveryId) await touchRows(tx, deliveries, eq(deliveries.id, deliveryId));
  else await touchRows(tx, legacyContacts, eq(legacyContacts.id, contactId ?? ""));
}

/** Keyed, since a plain digest of six digits could be reversed. */
function codeHash(codeId: string, code: string): string {
  return keyedDigest("opening-code", `${codeId}:${code}`);
}

export type CodeRefusal = "wrong" | "no_tries_left" | "expired" | "other_browser";

/**
 * Redeems this browser's newest code of the scope once, and once more for a repeated press; returns the reason of a
 * refusal. Takes a try before comparing, so simultaneous guesses cannot exceed the limit. Deliveries and contacts count
 * their wrong codes.
 */
export async function redeemCode(
  tx: Transaction,
  scope: CodeScope,
  browser: string,
  code: string,
  now: Date,
): Promise<CodeRefusal | undefined> {
  const [newest] = await tx
    .select()
    .from(openingCodes)
    .where(codesIn(scope, browser))
    .orderBy(desc(openingCodes.createdAt), desc(openingCodes.id))
    .limit(1)
    .for("update");
  if (newest && (await redeemAgain(tx, scope, newest, code, now))) return undefined;
  if (!newest || newest.usedAt || newest.expiresAt <= now) {
    return (await tx.$count(openingCodes, usable(scope, now))) > 0 ? "other_browser" : "expired";
  }
  if (newest.triesLeft === 0) return "no_tries_left";
  const isRight = isSameSecret(newest.codeHash, codeHash(newest.id, code));
  await tx
    .update(openingCodes)
    .set(isRight ? { usedAt: now } : { triesLeft: sql`${openingCodes.triesLeft} - 1` })
    .where(eq(openingCodes.id, newest.id));
  if (isRight) return undefined;
  await countWrongCode(tx, scope);
  return newest.triesLeft === 1 ? "no_tries_left" : "wrong";
}

/**
 * Ends the code and the first press's reading session, which the browser has lost. Returns false if it was ended
 * before.
 */
async function redeemAgain(
  tx: Transaction,
  scope: CodeScope,
  { id, codeHash: hash, usedAt, expiresAt }: typeof openingCodes.$inferSelect,
  code: string,
  now: Date,
): Promise<boolean> {
  const isOver = expiresAt <= now || !usedAt || usedAt < repeatableSince(now);
  if (isOver || !isSameSecret(hash, codeHash(id, code))) return false;
  await tx.update(openingCodes).set({ expiresAt: now }).where(eq(openingCodes.id, id));
  const isFirst = and(inScope(scope, readingSessions), eq(readingSessions.createdAt, usedAt));
  return changedRows(await tx.delete(readingSessions).where(isFirst)) > 0;
}

/** The code of the scope that this browser can still enter. */
export async function findUsableCode(scope: CodeScope, browser: string, now: Date): Promise<string | undefined> {
  const [code] = await db
    .select({ id: openingCodes.id })
    .from(openingCodes)
    .where(and(codesIn(scope, browser), usable(scope, now), gt(openingCodes.triesLeft, 0)));
  return code?.id;
}

/** The code of the scope that this browser can still enter, or has just entered. */
export async function findEnteredCode(scope: CodeScope, browser: string, now: Date): Promise<string | undefined> {
  const isJustUsed = gt(openingCodes.usedAt, repeatableSince(now));
  const [code] = await db
    .select({ id: openingCodes.id })
    .from(openingCodes)
    .where(and(codesIn(scope, browser), or(live(now), isJustUsed)))
    .orderBy(desc(openingCodes.createdAt), desc(openingCodes.id))
    .limit(1);
  return code?.id;
}

/** Whether it was neither used, replaced nor used up. */
export async function isCodeUsable(id: string, now: Date): Promise<boolean> {
  const isMatch = and(eq(openingCodes.id, id), live(now), gt(openingCodes.triesLeft, 0));
  return (await db.$count(openingCodes, isMatch)) > 0;
}

/** In every browser. */
export async function endCodes(tx: Transaction, scope: CodeScope, now: Date): Promise<void> {
  await tx.update(openingCodes).set({ expiresAt: now }).where(usable(scope, now));
}

const live = (now: Date) => and(isNull(openingCodes.usedAt), gt(openingCodes.expiresAt, now));

const usable = (scope: CodeScope, now: Date) => and(codesOf(scope), live(now));

async function countWrongCode(tx: Transaction, { deliveryId, contactId }: CodeScope): Promise<void> {
  if (deliveryId) {
    const wrongCodes = sql`${deliveries.wrongCodes} + 1`;
    await tx.update(deliveries).set({ wrongCodes }).where(eq(deliveries.id, deliveryId));
  } else if (contactId) {
    const wrongCodes = sql`${legacyContacts.wrongCodes} + 1`;
    await tx.update(legacyContacts).set({ wrongCodes }).where(eq(legacyContacts.id, contactId));
  }
}

/**
 * Returns the session's token, of which only a digest is stored.
 * @param sentTo the email or phone number that got the code
 */
export async function createReadingSession(
  tx: Transaction,
  scope: CodeScope,
  now: Date,
  { isByCard = false, sentTo }: { isByCard?: boolean; sentTo?: string } = {},
): Promise<string> {
  const token = createSecretToken();
  const expiresAt = new Date(now.getTime() + READING_HOURS * 3_600_000);
  const session = { ...scope, isByCard, sentTo: sentTo ?? null, createdAt: now, expiresAt };
  await tx.insert(readingSessions).values({ ...session, tokenHash: hashSecretToken(token) });
  return token;
}
