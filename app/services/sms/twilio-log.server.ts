import type { Twilio } from "twilio";
import type { SentLookup } from "~/services/provider/outcome.server";
import type { OutgoingSms } from "./transport.server";
import { isAboutAccount } from "./twilio-codes";

type Question = { text: OutgoingSms; since?: Date | undefined; others?: string[] | undefined };

/** Twilio dates texts by its own clock, in whole seconds. */
const CLOCKS_APART_MS = 60_000;
/** Twilio keeps texts for 400 days by default; a month is within every setting known. */
const KEPT_FOR_MS = 30 * 24 * 3_600_000;
const READ_AT_MOST = 1_000;

/**
 * Finds texts to this number with the same words or, if Twilio changed those (a trial's preface, another alphabet), the
 * same link. Not narrowed by DateSent, which a queued text lacks. "not_sent" only if the whole list was read. Texts
 * that failed because of our account do not count, as they are written again, nor do `others`: the ids of other
 * messages.
 */
export async function findInTwilio(client: Twilio, { text, since, others = [] }: Question): Promise<SentLookup> {
  const fromMs = since ? since.getTime() - CLOCKS_APART_MS : 0;
  try {
    const listed = await client.messages.list({ to: text.to.phone, pageSize: READ_AT_MOST, limit: READ_AT_MOST });
    const ours = listed.filter(
      ({ sid, direction, dateCreated, errorCode }) =>
        direction !== "inbound" &&
        (dateCreated?.getTime() ?? fromMs) >= fromMs &&
        !isAboutAccount(errorCode ?? 0) &&
        !others.includes(sid),
    );
    if (ours.some(({ body }) => isSameText(body ?? "", text.body))) return "sent";
    // An account may be set to keep no text.
    if (ours.some(({ body }) => !body)) return "cannot_tell";
    const isTooLongAgo = since && Date.now() - since.getTime() > KEPT_FOR_MS;
    return listed.length === READ_AT_MOST || isTooLongAgo ? "cannot_tell" : "not_sent";
  } catch {
    return "no_answer";
  }
}

function isSameText(kept: string, ours: string): boolean {
  const [link] = ours.match(/https?:\/\/\S+/) ?? [];
  return kept.includes(link ?? ours.trim());
}
