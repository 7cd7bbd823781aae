import { subDays } from "date-fns";
import { and, inArray, isNull, lt, type SQL } from "drizzle-orm";
import type { MySqlTable } from "drizzle-orm/mysql-core";
import { deleteUnpaidCheckouts } from "~/domain/billing/forget-buyers.server";
import { forgetOldContent } from "~/domain/outbox/repeat-message.server";
import { deleteExpiredDrafts } from "~/domain/visitor-draft/visitor-draft.server";
import { keepForgottenChanges } from "~/domain/writing/late-changes.server";
import * as clock from "~/services/clock.server";
import { changedRows, db } from "~/services/db.server";
import {
  billingEvents,
  dataExports,
  helpConversations,
  linkTokens,
  messages,
  newsletterSubscribers,
  openingCodes,
  passkeyChallenges,
  pendingSignIns,
  providerEvents,
  rateLimits,
  readingSessions,
  securityEvents,
  sessions,
} from "~db/schema";
import { forgetContactsOfErased } from "./forget-contacts.server";

/** In days: expired links and codes are kept this much longer, for the message "it has expired". */
const KEPT_DAYS = 7;
/** In days: providers answer questions about a message for as long. The history of a vault is kept. */
const MESSAGE_DAYS = 400;
/** In days. Reports are repeated for hours at most. */
const REPORT_DAYS = 90;
const SECURITY_EVENT_DAYS = 400;

/** Rows per statement, which holds their locks. */
const SLICE = 1_000;
const SLICES_MAX = 100;

export async function purgeExpired(now = clock.now(), signal?: AbortSignal): Promise<void> {
  const deleteInSlices = (table: MySqlTable, which: SQL | undefined) =>
    inSlices(async () => changedRows(await db.delete(table).where(which).limit(SLICE)), signal);
  const before = subDays(now, KEPT_DAYS);
  await deleteInSlices(sessions, lt(sessions.expiresAt, now));
  await deleteInSlices(readingSessions, lt(readingSessions.expiresAt, now));
  await deleteInSlices(pendingSignIns, lt(pendingSignIns.expiresAt, now));
  await deleteInSlices(passkeyChallenges, lt(passkeyChallenges.expiresAt, now));
  await deleteInSlices(linkTokens, lt(linkTokens.expiresAt, before));
  await deleteInSlices(securityEvents, lt(securityEvents.happenedAt, subDays(now, SECURITY_EVENT_DAYS)));
  await deleteInSlices(openingCodes, lt(openingCodes.expiresAt, before));
  await deleteExpiredDrafts(now);
  await keepForgottenChanges(now);
  await deleteInSlices(dataExports, lt(dataExports.expiresAt, now));
  await deleteUnpaidCheckouts(now);
  await deleteInSlices(helpConversations, lt(helpConversations.expiresAt, now));
  const isUnconfirmed = isNull(newsletterSubscribers.confirmedAt);
  await deleteInSlices(newsletterSubscribers, and(isUnconfirmed, lt(newsletterSubscribers.requestedAt, before)));
  await deleteInSlices(rateLimits, lt(rateLimits.expire, now.getTime()));
  await inSlices(() => forgetContactsOfErased(SLICE), signal);
  await inSlices(() => forgetOldContent(now, SLICE), signal);
  const isFinal = and(inArray(messages.state, ["sent", "failed"]), isNull(messages.followUpAt));
  await deleteInSlices(messages, and(lt(messages.createdAt, subDays(now, MESSAGE_DAYS)), isFinal));
  const isHandled = isNull(providerEvents.handleAt);
  await deleteInSlices(billingEvents, lt(billingEvents.receivedAt, subDays(now, REPORT_DAYS)));
  await deleteInSlices(providerEvents, and(lt(providerEvents.receivedAt, subDays(now, REPORT_DAYS)), isHandled));
}

/** The rest waits for the next run. `change` returns how many rows it has changed. */
async function inSlices(change: () => Promise<number>, signal?: AbortSignal): Promise<void> {
  for (let slice = 0; slice < SLICES_MAX && !signal?.aborted; slice += 1) {
    if ((await change()) < SLICE) return;
  }
}
