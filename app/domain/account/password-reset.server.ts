import { asc, eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { requestLook } from "~/services/jobs.server";
import { log } from "~/services/log.server";
import { passwordResetRequests } from "~db/schema";
import type { RequestedLink } from "~db/schema/states";
import { writeRequestedMail } from "./account-links.server";

const RETURN_TO_MAX_LENGTH = 500;

/**
 * Stores the request for the worker. Takes the same time with and without an account. The link leads to `returnTo`, a
 * path of this site. Returns the request's id.
 */
export function requestPasswordReset(email: string, returnTo?: string, now = clock.now()): Promise<string> {
  return requestLink({ email, purpose: "password_reset", returnTo }, now);
}

/** Like `requestPasswordReset`, for a link that logs in. */
export function requestSignInLink(email: string, returnTo?: string, now = clock.now()): Promise<string> {
  return requestLink({ email, purpose: "sign_in", returnTo }, now);
}

type LinkRequest = { email: string; purpose: RequestedLink; returnTo: string | undefined };

async function requestLink({ returnTo, ...request }: LinkRequest, now: Date): Promise<string> {
  const id = createId();
  const isShort = returnTo !== undefined && returnTo.length <= RETURN_TO_MAX_LENGTH;
  await db
    .insert(passwordResetRequests)
    .values({ id, ...request, returnTo: isShort ? returnTo : null, requestedAt: now });
  await requestLook("answer_password_resets");
  return id;
}

/** Mails the link, if the email has an account. A request that is gone was answered. */
export async function answerPasswordReset(id: string, now = clock.now()): Promise<void> {
  await inTransaction(async (tx) => {
    const byId = eq(passwordResetRequests.id, id);
    const [request] = await tx.select().from(passwordResetRequests).where(byId).for("update");
    if (!request) return;
    await tx.delete(passwordResetRequests).where(byId);
    await writeRequestedMail(tx, request, now);
  });
}

const REQUESTS_AT_ONCE = 100;

/**
 * Answers requests, oldest first. A failed one stays for the next run.
 * @returns whether more may wait
 */
export async function answerPasswordResets(): Promise<boolean> {
  const waiting = await db
    .select({ id: passwordResetRequests.id })
    .from(passwordResetRequests)
    .orderBy(asc(passwordResetRequests.requestedAt))
    .limit(REQUESTS_AT_ONCE);
  let failed = 0;
  for (const { id } of waiting) {
    await answerPasswordReset(id).catch((error: unknown) => {
      failed += 1;
      log.error({ err: error }, "a requested link could not be mailed");
    });
  }
  return waiting.length === REQUESTS_AT_ONCE && failed === 0;
}
