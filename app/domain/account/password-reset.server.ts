import { asc, eq } from "drizzle-orm";
import { wakeSender } from "~/domain/outbox/message.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { wakeAll } from "~/services/jobs.server";
import { passwordResetRequests } from "~db/schema";
import { writePasswordResetMail } from "./account-links.server";

/**
 * Writes the request down, for the worker to answer. The same work whether or not the email has an account, so that the
 * time of the response tells nothing either. Returns the request's id.
 */
export async function requestPasswordReset(email: string, now = clock.now()): Promise<string> {
  const id = createId();
  await db.insert(passwordResetRequests).values({ id, email, requestedAt: now });
  await wakeResets({ id });
  return id;
}

/** Mails a link that sets a new password, if the email has an account. A request that is gone was answered. */
export async function answerPasswordReset(id: string, now = clock.now()): Promise<void> {
  const messageId = await inTransaction(async (tx) => {
    const isIt = eq(passwordResetRequests.id, id);
    const [request] = await tx.select().from(passwordResetRequests).where(isIt).for("update");
    if (!request) return undefined;
    await tx.delete(passwordResetRequests).where(isIt);
    return writePasswordResetMail(tx, request.email, now);
  });
  if (messageId) await wakeSender(messageId);
}

/** Requests whose job may have been lost, oldest first. */
export function findUnansweredResets(limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: passwordResetRequests.id })
    .from(passwordResetRequests)
    .orderBy(asc(passwordResetRequests.requestedAt))
    .limit(limit);
}

export function wakeResets(...requests: { id: string }[]): Promise<void> {
  return wakeAll(
    "answer_password_reset",
    requests.map(({ id }) => ({ id, payload: { requestId: id } })),
  );
}
