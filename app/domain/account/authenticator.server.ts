import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { createDataKey, decrypt, encrypt, placeOf, unwrapDataKey } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { repeatableSince } from "~/services/repeats.server";
import { authenticators } from "~db/schema";
import type { User } from "./account";
import { deleteRecoveryCodes, makeRecoveryCodes } from "./recovery-codes.server";
import { recordSecurityEvent } from "./security-events.server";

/** 160 bits (RFC 4226, section 4). */
const SECRET_BYTES = 20;
const SECONDS = 30;
/** In minutes. An unfinished set-up expires after this. */
const SET_UP_MINUTES = 60;

type Row = typeof authenticators.$inferSelect;

/** `url` is what the app scans, `secret` what people type in its place (base32). */
export type SetUp = { url: string; secret: string };

/** Whether a login needs a code. */
export async function hasAuthenticator(userId: string): Promise<boolean> {
  return (await db.$count(authenticators, confirmedOf(userId))) > 0;
}

/** Starts a set-up with a new secret. Does nothing once an app is confirmed. */
export async function beginSetUp(userId: string, now = clock.now()): Promise<void> {
  const id = createId();
  const { key, ...wrapped } = createDataKey(placeOf(authenticators.wrappedKey, id));
  const secret = Buffer.from(new Secret({ size: SECRET_BYTES }).buffer);
  const secretEncrypted = encrypt(key, secret, placeOf(authenticators.secretEncrypted, id));
  await inTransaction(async (tx) => {
    await endSetUp(tx, userId);
    await tx
      .insert(authenticators)
      .ignore()
      .values({ id, userId, secretEncrypted, ...wrapped, createdAt: now });
  });
}

export async function endSetUp(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(authenticators).where(and(eq(authenticators.userId, userId), isNull(authenticators.confirmedAt)));
}

/** The set-up that waits for its first code. */
export async function findSetUp(user: User, now = clock.now()): Promise<SetUp | undefined> {
  const [row] = await db.select().from(authenticators).where(eq(authenticators.userId, user.id));
  if (!row || row.confirmedAt || isOver(row, now)) return undefined;
  const totp = totpOf(row, user.email);
  return { url: totp.toString(), secret: totp.secret.base32 };
}

/**
 * From then on a login needs a code. Returns the recovery codes, which are stored as digests only. The same code again
 * returns new ones, as the first response may have been lost.
 */
export function confirmSetUp(
  user: User,
  code: string,
  device: string,
  now = clock.now(),
): Promise<{ ok: true; codes: string[] } | { ok: false; reason: "over" | "wrong" }> {
  return inTransaction(async (tx) => {
    const [row] = await tx.select().from(authenticators).where(eq(authenticators.userId, user.id)).for("update");
    const step = row && stepOf(row, code, now);
    if (row && isJustConfirmed(row, step, now)) return { ok: true, codes: await makeRecoveryCodes(tx, user.id) };
    if (!row || row.confirmedAt || isOver(row, now)) return { ok: false, reason: "over" };
    if (step === undefined) return { ok: false, reason: "wrong" };
    await tx.update(authenticators).set({ confirmedAt: now, lastStep: step }).where(eq(authenticators.id, row.id));
    await recordSecurityEvent(tx, user.id, { kind: "app_added", device }, now);
    return { ok: true, codes: await makeRecoveryCodes(tx, user.id) };
  });
}

export function removeAuthenticator(userId: string, device: string, now = clock.now()): Promise<void> {
  return inTransaction(async (tx) => {
    const result = await tx.delete(authenticators).where(confirmedOf(userId));
    await deleteRecoveryCodes(tx, userId);
    if (changedRows(result) > 0) await recordSecurityEvent(tx, userId, { kind: "app_removed", device }, now);
  });
}

/** Undefined without a confirmed app. */
export async function renewRecoveryCodes(
  userId: string,
  device: string,
  now = clock.now(),
): Promise<string[] | undefined> {
  return inTransaction(async (tx) => {
    const [row] = await tx.select().from(authenticators).where(confirmedOf(userId)).for("update");
    if (!row) return undefined;
    await recordSecurityEvent(tx, userId, { kind: "recovery_codes_made", device }, now);
    return makeRecoveryCodes(tx, userId);
  });
}

/** True once for each code. */
export async function redeemAppCode(tx: Transaction, userId: string, code: string, now: Date): Promise<boolean> {
  const [row] = await tx.select().from(authenticators).where(confirmedOf(userId)).for("update");
  const step = row && stepOf(row, code, now);
  if (!row || step === undefined) return false;
  const result = await tx
    .update(authenticators)
    .set({ lastStep: step })
    .where(and(eq(authenticators.id, row.id), lt(authenticators.lastStep, step)));
  return changedRows(result) > 0;
}

const confirmedOf = (userId: string) => and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt));

const isJustConfirmed = ({ confirmedAt, lastStep }: Row, step: number | undefined, now: Date) =>
  confirmedAt !== null && confirmedAt > repeatableSince(now) && step === lastStep;

const isOver = ({ createdAt }: Row, now: Date) => now.getTime() - createdAt.getTime() > SET_UP_MINUTES * 60_000;

/** The 30-second step of the code: now, or one before or after for clocks that are a little off (RFC 6238, 5.2). */
function stepOf(row: Row, code: string, now: Date): number | undefined {
  // The library compares bytes, and throws for letters that have more than one.
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(row, "").validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / SECONDS) + delta;
}

/** The defaults, which all apps support: SHA-1, six digits, 30 seconds. */
function totpOf({ id, secretEncrypted, wrappedKey, masterKeyId }: Row, label: string): TOTP {
  const key = unwrapDataKey({ wrappedKey, masterKeyId }, placeOf(authenticators.wrappedKey, id));
  const bytes = decrypt(key, secretEncrypted, placeOf(authenticators.secretEncrypted, id));
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
  return new TOTP({ issuer: "Amberkeep", label, secret, algorithm: "SHA1", digits: 6, period: SECONDS });
}
