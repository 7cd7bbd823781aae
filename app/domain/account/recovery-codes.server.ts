import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { createPrintedCode, parsePrintedCode } from "~/domain/codes/printed-code";
import { keyedDigest } from "~/services/cipher.server";
import { changedRows, db, type Transaction } from "~/services/db.server";
import { recoveryCodes } from "~db/schema";

const CODES = 10;

/** Replaces all earlier ones. */
export async function makeRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(tx, userId);
  const codes = Array.from({ length: CODES }, () => createPrintedCode(randomBytes(18)));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ codeHash: hashOf(userId, code), userId })));
  return codes;
}

/** True once for each code, in any case and grouping. */
export async function redeemRecoveryCode(tx: Transaction, userId: string, typed: string, now: Date): Promise<boolean> {
  const code = parsePrintedCode(typed);
  if (!code) return false;
  const result = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.codeHash, hashOf(userId, code)),
        eq(recoveryCodes.userId, userId),
        isNull(recoveryCodes.usedAt),
      ),
    );
  return changedRows(result) > 0;
}

export function countRecoveryCodes(userId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

export async function deleteRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

const hashOf = (userId: string, code: string) => keyedDigest("recovery-code", `${userId}:${code}`);
