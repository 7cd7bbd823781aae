import { addMinutes, min, subDays, subMinutes } from "date-fns";
import { trustedNow } from "~/domain/clock/clock-check.server";
import * as clock from "~/services/clock.server";
import { deleteFact, keepFact, readFact, saveFact, takeTurn } from "~/services/installation-facts.server";
import { listMailResults, mailReportsArrivals } from "~/services/mail.server";
import { saveProviderEvent } from "./provider-event.server";

const TURN = "provider_log_turn";
const READ_UNTIL = "provider_log_read_until";
const EVERY_SECONDS = 180;
/** Mailgun's log may lag by minutes, and keeps entries for a day at least. */
const OVERLAP_MINUTES = 15;
const FIRST_DAYS = 1;

/** The time of the first attempt since the last successful one. */
const UNREAD_SINCE = "provider_log_failing_since";
/** Shorter failures need no operator: the next attempt reads what was missed. */
const FAILURES_MINUTES = 30;

const LAG_DAYS = 1;

/** Whether a log with arrivals was read lately: then silence about a mail is no sign of its arrival. */
export async function isProviderLogRead(now: Date): Promise<boolean> {
  if (!mailReportsArrivals) return false;
  const readUntil = new Date((await readFact(READ_UNTIL)) ?? Number.NaN);
  return readUntil >= subDays(now, LAG_DAYS);
}

/**
 * Reads the results of mails from the provider's log, or the mailbox of bounces, every three minutes: webhooks may not
 * be set up, or get lost. One worker does it for all. Results that a webhook reported have no effect.
 * @throws UntrustedClock when the clocks disagree
 */
export async function pollProvider(list = listMailResults, everySeconds = EVERY_SECONDS): Promise<void> {
  if (!list) return;
  const now = await trustedNow();
  if (!(await takeTurn(TURN, everySeconds))) return;
  // Saved before reading, as an attempt may also hang, or end with its worker.
  const unreadSince = new Date(await keepFact(UNREAD_SINCE, now.toISOString()));
  const readUntil = new Date((await readFact(READ_UNTIL)) ?? Number.NaN);
  // An instant ahead was saved by a wrong clock.
  const since =
    readUntil <= now ? subMinutes(readUntil, OVERLAP_MINUTES) : subDays(min([unreadSince, now]), FIRST_DAYS);
  // Its clock may be ahead.
  for await (const events of list(since, addMinutes(now, 1))) {
    for (const event of events) await saveProviderEvent(event);
  }
  await saveFact(READ_UNTIL, now.toISOString());
  await deleteFact(UNREAD_SINCE);
}

/** Since when no attempt to read results has succeeded, if that is a while ago. For operators. */
export async function resultsUnreadSince(now = clock.now()): Promise<string | undefined> {
  const since = listMailResults && (await readFact(UNREAD_SINCE));
  return since && new Date(since) < subMinutes(now, FAILURES_MINUTES) ? since : undefined;
}
