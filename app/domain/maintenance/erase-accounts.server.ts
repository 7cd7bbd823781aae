import { addHours } from "date-fns";
import { asc, eq, lte } from "drizzle-orm";
import { writePlannedMail } from "~/domain/account/erasure-request.server";
import { forgetSignIns } from "~/domain/account/second-step.server";
import { erasedEmail } from "~/domain/outbox/erased-email";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { credentials, dataExports, erasures, linkTokens, memories, profiles, sessions } from "~db/schema";
import { deleteVault } from "./delete-vault.server";
import { eraseTraces } from "./erase-traces.server";
import { forgetOnBoards } from "./forget-on-boards.server";
import { erasureColumns, isErasable, listErasable } from "./kept-vaults.server";

const BATCH = 20;
/** Vaults of one account before the next account's turn. */
const VAULTS_PER_TURN = 25;

type Erasure = typeof erasures.$inferSelect;

/**
 * Sends reminders, and erases the accounts whose 30 days are over: first every way to sign in, then the vaults one by
 * one, then everything else. May be killed and repeated at any point. `isFull` means that more may be due.
 */
export async function eraseAccounts(now = clock.now()): Promise<{ isFull: boolean }> {
  const due = await db
    .select()
    .from(erasures)
    .where(lte(erasures.nextStepAt, now))
    .orderBy(asc(erasures.nextStepAt))
    .limit(BATCH);
  let isFull = due.length === BATCH;
  for (const { userId } of due) {
    try {
      isFull = (await takeStep(userId, now)) || isFull;
    } catch (error) {
      log.error({ err: error, userId }, "an account could not be erased; it is tried again in an hour");
      await db
        .update(erasures)
        .set({ nextStepAt: addHours(now, 1) })
        .where(eq(erasures.userId, userId));
    }
  }
  return { isFull };
}

/** Returns whether this account needs another step. */
async function takeStep(userId: string, now: Date): Promise<boolean> {
  const erasure = await inTransaction((tx) => remindOrBeginErasure(tx, userId, now));
  if (!erasure?.begunAt) return false;
  const vaults = await listErasable(erasure);
  for (const id of vaults.slice(0, VAULTS_PER_TURN)) await inTransaction((tx) => eraseVault(tx, erasure, id, now));
  if (vaults.length > VAULTS_PER_TURN) return true;
  await eraseTraces(erasure, now);
  return false;
}

/** Signing in locks the same rows: it either keeps the account or finds no password. */
export async function remindOrBeginErasure(tx: Transaction, userId: string, now: Date): Promise<Erasure | undefined> {
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, userId)).for("update");
  const ofUser = eq(erasures.userId, userId);
  const [erasure] = await tx.select().from(erasures).where(ofUser).for("update");
  if (!profile || !erasure || erasure.begunAt) return erasure;
  if (now < erasure.eraseAt) {
    await tx.update(erasures).set({ isReminded: true, nextStepAt: erasure.eraseAt }).where(ofUser);
    if (!erasure.isReminded) await writePlannedMail(tx, erasure, profile, { isReminder: true }, now);
    return undefined;
  }
  const begun = { begunAt: now, email: profile.email };
  await tx.update(erasures).set(begun).where(ofUser);
  await tx.delete(credentials).where(eq(credentials.userId, userId));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(linkTokens).where(eq(linkTokens.userId, userId));
  await forgetSignIns(tx, userId);
  await tx.delete(dataExports).where(eq(dataExports.userId, userId));
  await forgetOnBoards(tx, profile);
  await tx
    .update(profiles)
    .set({ email: erasedEmail(userId), phone: null, emailVerifiedAt: null, updatedAt: now })
    .where(eq(profiles.id, userId));
  return { ...erasure, ...begun };
}

/** Its state may have changed since it was listed. */
async function eraseVault(tx: Transaction, erasure: Erasure, vaultId: string, now: Date): Promise<void> {
  const [row] = await tx.select(erasureColumns).from(memories).where(eq(memories.id, vaultId)).for("update");
  if (row && (await isErasable(tx, erasure, row))) await deleteVault(tx, vaultId, now);
}
