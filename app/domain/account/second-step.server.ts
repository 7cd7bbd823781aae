import { and, eq, gt, sql } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable, type Transaction } from "~/services/db.server";
import { createSecretToken, hashSecretToken } from "~/services/secret-token.server";
import { authenticators, credentials, passkeys, pendingSignIns, profiles } from "~db/schema";
import { redeemAppCode } from "./authenticator.server";
import { deleteRecoveryCodes, redeemRecoveryCode } from "./recovery-codes.server";
import { recordSecurityEvent } from "./security-events.server";
import { type CheckedPassword, isStillPassword } from "./session.server";

export const SECOND_STEP_MINUTES = 10;
const TRIES = 5;

type Account = { id: string; email: string };

/** From the authenticator app, or one of the recovery codes. */
export type SecondStepAnswer = { kind: "app" | "recovery"; code: string };

/** After the first step. Returns the token that names this login, of which only a digest is stored. */
export const beginSecondStep = (userId: string, now = clock.now()): Promise<string> =>
  insertPendingSignIn(db, userId, now);

/** The same after the right password. Undefined if that has been replaced, as in `startSessionByPassword`. */
export function beginSecondStepByPassword(checked: CheckedPassword, now = clock.now()): Promise<string | undefined> {
  return inTransaction(async (tx) =>
    (await isStillPassword(tx, checked)) ? insertPendingSignIn(tx, checked.userId, now) : undefined,
  );
}

async function insertPendingSignIn(queryable: Queryable, userId: string, now: Date): Promise<string> {
  const token = createSecretToken();
  const expiresAt = new Date(now.getTime() + SECOND_STEP_MINUTES * 60_000);
  await queryable
    .insert(pendingSignIns)
    .values({ tokenHash: hashSecretToken(token), userId, triesLeft: TRIES, expiresAt });
  return token;
}

/** Undefined when it is over: expired, done, or out of tries. */
export async function findSecondStep(token: string, now = clock.now()): Promise<Account | undefined> {
  const [row] = await db
    .select({ id: profiles.id, email: profiles.email })
    .from(pendingSignIns)
    .innerJoin(profiles, eq(profiles.id, pendingSignIns.userId))
    .where(usable(token, now));
  return row;
}

/**
 * Takes a try for a wrong code. A right one ends this login's second step, and works for no other. Returns the digest
 * of the present password: one that replaces it ends the logins that lack their code, and this one no longer does.
 */
export function takeSecondStep(
  token: string,
  { kind, code }: SecondStepAnswer,
  device: string,
  now = clock.now(),
): Promise<{ ok: true; passwordHash: string | undefined } | { ok: false; reason: "over" | "wrong" }> {
  return inTransaction(async (tx) => {
    const [row] = await tx.select().from(pendingSignIns).where(usable(token, now)).for("update");
    if (!row) return { ok: false, reason: "over" };
    const redeem = kind === "app" ? redeemAppCode : redeemRecoveryCode;
    const byToken = eq(pendingSignIns.tokenHash, row.tokenHash);
    if (!(await redeem(tx, row.userId, code, now))) {
      const triesLeft = sql`${pendingSignIns.triesLeft} - 1`;
      await tx.update(pendingSignIns).set({ triesLeft }).where(byToken);
      return { ok: false, reason: row.triesLeft > 1 ? "wrong" : "over" };
    }
    await tx.delete(pendingSignIns).where(byToken);
    if (kind === "recovery") await recordSecurityEvent(tx, row.userId, { kind: "recovery_code_used", device }, now);
    const [present] = await tx
      .select({ userId: credentials.userId, passwordHash: credentials.passwordHash })
      .from(credentials)
      .where(eq(credentials.userId, row.userId));
    return { ok: true, passwordHash: present?.passwordHash };
  });
}

/** Logins whose first step was a password or link that no longer counts. */
export async function endSecondSteps(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
}

/** Removes every way to sign in but the password. */
export async function forgetSignIns(tx: Transaction, userId: string): Promise<void> {
  await endSecondSteps(tx, userId);
  await tx.delete(authenticators).where(eq(authenticators.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await deleteRecoveryCodes(tx, userId);
}

const usable = (token: string, now: Date) =>
  and(
    eq(pendingSignIns.tokenHash, hashSecretToken(token)),
    gt(pendingSignIns.expiresAt, now),
    gt(pendingSignIns.triesLeft, 0),
  );
