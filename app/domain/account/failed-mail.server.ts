import { and, eq, lt } from "drizzle-orm";
import type { OutboxMessage } from "~/domain/outbox/message.server";
import type { Transaction } from "~/services/db.server";
import { profiles } from "~db/schema";
import { isOwnMail, isShownFailure } from "./failed-mail";

/** Columns of a profile none of whose mails has failed. */
export const NO_FAILED_MAIL = { failedMailAt: null, failedMailKind: null } as const;

type Failed = Pick<typeof profiles.$inferSelect, "failedMailAt" | "isFailedMailRefused">;

/** For as long as the failure is shown. Digests and news then wait; mails that matter are sent all the same. */
export function isRefusingMail({ failedMailAt, isFailedMailRefused }: Failed, now: Date): boolean {
  return failedMailAt !== null && isFailedMailRefused && isShownFailure(failedMailAt, now);
}

/** For the account's owner to see. Returns false for mails that are not to an account itself. */
export async function noteFailedMail(
  tx: Transaction,
  { kind, toAddress }: OutboxMessage,
  { isRefused }: { isRefused: boolean },
  now: Date,
): Promise<boolean> {
  if (!isOwnMail(kind)) return false;
  const failed = { failedMailAt: now, failedMailKind: kind, isFailedMailRefused: isRefused };
  await tx.update(profiles).set(failed).where(eq(profiles.email, toAddress));
  return true;
}

/** Ends the notice of an earlier failure: the account's address works again. */
export async function noteArrivedMail(tx: Transaction, { kind, toAddress, createdAt }: OutboxMessage): Promise<void> {
  if (!isOwnMail(kind)) return;
  const hasFailedBefore = and(eq(profiles.email, toAddress), lt(profiles.failedMailAt, createdAt));
  await tx.update(profiles).set(NO_FAILED_MAIL).where(hasFailedBefore);
}
