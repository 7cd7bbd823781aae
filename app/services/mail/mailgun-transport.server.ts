import FormData from "form-data";
import Mailgun from "mailgun.js";
import { formatMailbox, readMailbox, singleLine } from "~/mailbox.server";
import { type HttpAnswer, isCertainlyUnsent, watchAnswer } from "../provider/http-answer.server";
import {
  errorCode,
  providerFailure,
  type SendOutcome,
  sendRefused,
  throttled,
  unavailable,
  unknown,
} from "../provider/outcome.server";
import { currentSendRight } from "../provider/send-right.server";
import { checkMessageId, extraHeaders } from "./headers.server";
import { findInLogs, type IdTrust, listResults, type MailgunClient, noteAccepted } from "./mailgun-logs.server";
import type { MailTransport } from "./transport.server";

export type MailgunSettings = {
  apiKey: string;
  domain: string;
  url: string;
  from: string;
  timeoutMs?: number;
  /** Mailgun's log lags: asked sooner, an empty result would prove nothing. */
  logDelaySeconds?: number;
};

/** Mailgun has no idempotency key: an attempt of unknown outcome is looked up in its log before it is repeated. */
export function createMailgunTransport({
  apiKey,
  domain,
  url,
  from,
  timeoutMs = 30_000,
  logDelaySeconds = 120,
}: MailgunSettings): MailTransport {
  const client = new Mailgun(FormData).client({ username: "api", key: apiKey, url, timeout: timeoutMs });
  const trust: IdTrust = { areKept: false, areFound: false, logDelayMs: logDelaySeconds * 1000 };

  return {
    provider: "mailgun",
    reportsArrivals: true,
    consistencyDelayMs: logDelaySeconds * 1000,
    async send(mail) {
      const to = readMailbox(mail.to);
      if (!to) return sendRefused("not an email address");
      const headers = Object.entries(extraHeaders(mail)).map(([name, value]) => [`h:${name}`, value]);
      const message = {
        from,
        to: formatMailbox(to),
        subject: singleLine(mail.subject),
        text: mail.text,
        html: mail.html,
        "h:Message-Id": `<${checkMessageId(mail.messageId)}>`,
        ...Object.fromEntries(headers),
        "v:outbox_id": mail.outboxId,
        // The log and the webhooks return variables unchanged, whatever becomes of the header.
        "v:message_id": mail.messageId,
        // No rewritten links and no pixels: Mailgun must not learn what a reader opens.
        "o:tracking": "no" as const,
      };
      if (mail.isRepeated && !(await allowBounced(client, domain, to.address))) {
        return unavailable("the claim was lost before the mail was sent");
      }
      const { answer, result, error } = await watchAnswer(() => client.messages.create(domain, message));
      if (!result?.id) return outcome(answer, error, logDelaySeconds);
      const providerId = result.id.replace(/^<|>$/g, "");
      noteAccepted(trust, mail.messageId, { isKept: providerId === mail.messageId });
      return { ok: true, providerId };
    },

    async findSent(messageId, since, now) {
      return findInLogs(client, { domain, messageId: checkMessageId(messageId), since, now, trust });
    },

    listResults: (since, until) => listResults(client, { domain, since, until }),
  };
}

/**
 * Mailgun sends nothing to an address on its list of bounces, and says so only afterwards. Removing it may fail, as
 * most are not on the list. Returns whether the mail may still be sent.
 */
async function allowBounced(client: MailgunClient, domain: string, address: string): Promise<boolean> {
  await client.suppressions.destroy(domain, "bounces", address).catch(() => undefined);
  return currentSendRight().ensureHeld();
}

/**
 * The SDK reports a broken network as status 400 (`response?.status || 400` in mailgun.js 14), so only the wire counts.
 * 401, 402, 403 and 404 concern the account, not this mail, and so may a 400 that does not name the recipient. After a
 * 5xx it may have been sent.
 */
function outcome(answer: HttpAnswer | undefined, error: unknown, logDelaySeconds: number): SendOutcome {
  if (!answer) {
    // The SDK keeps the code of the cause in `message`.
    const code = error instanceof Error && /^[A-Z][A-Z0-9_]*$/.test(error.message) ? error.message : errorCode(error);
    return isCertainlyUnsent(code)
      ? providerFailure(`Mailgun cannot be reached: ${code}`)
      : unknown(`no answer from Mailgun: ${code}`, logDelaySeconds);
  }
  const reason = `Mailgun answered ${answer.status}`;
  if (answer.status === 429) return throttled(reason, answer.retryAfterSeconds ?? 60);
  if (answer.status === 400 && isAboutRecipient(error)) return sendRefused(reason);
  if ([401, 402, 403, 404].includes(answer.status)) return providerFailure(reason);
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 408) return unavailable(reason);
  return unknown(reason, logDelaySeconds);
}

/** Mailgun: "'to' parameter is not a valid address. please check documentation". */
function isAboutRecipient(error: unknown): boolean {
  const { details } = (error ?? {}) as { details?: unknown };
  return typeof details === "string" && /\bto['’]? parameter\b/i.test(details);
}
