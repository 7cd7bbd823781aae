import { env } from "~/env.server";
import { createFileTransport } from "./mail/file-transport.server";
import { mailFolder } from "./mail/mail-folder.server";
import { createMailgunTransport } from "./mail/mailgun-transport.server";
import { createSmtpTransport } from "./mail/smtp-transport.server";
import type { MailTransport, OutgoingMail } from "./mail/transport.server";
import type { SendOutcome, SentLookup } from "./provider/outcome.server";

/** `false`: mails are written to a folder and shown at /dev/mail; nothing leaves this machine. */
export const isMailConfigured = Boolean(env.MAILGUN_API_KEY || env.SMTP_URL);

const transport = chooseTransport();

/**
 * One attempt; the outbox retries. Repeating an `unknown` outcome without `findSent` may deliver the mail twice.
 * @throws Error for a malformed Message-Id or unsubscribe address
 */
export function sendMail(mail: OutgoingMail): Promise<SendOutcome> {
  return transport.send(mail);
}

export const mailProvider = transport.provider;

export const consistencyDelayMs = transport.consistencyDelayMs;

/** False over SMTP, which has no log of accepted mails. */
export const mailHasSendLog = transport.provider !== "smtp";

/**
 * Call it after the outcome's `retryAfterSeconds`. Returns `cannot_tell` for an attempt older than the provider's log.
 */
export function findSent(messageId: string, since?: Date, now?: Date): Promise<SentLookup> {
  return transport.findSent(messageId, since, now);
}

/** Undefined for a transport that keeps no log. The generator throws when the provider does not answer. */
export const listMailResults = transport.listResults;

export const mailReportsArrivals = transport.reportsArrivals;

function chooseTransport(): MailTransport {
  const from = env.MAIL_FROM;
  if (env.MAILGUN_API_KEY && env.MAILGUN_DOMAIN) {
    return createMailgunTransport({
      apiKey: env.MAILGUN_API_KEY,
      domain: env.MAILGUN_DOMAIN,
      url: env.MAILGUN_URL,
      logDelaySeconds: env.MAILGUN_LOG_DELAY_SECONDS,
      from,
    });
  }
  if (env.SMTP_URL) return createSmtpTransport({ url: env.SMTP_URL, from, bouncesUrl: env.BOUNCES_IMAP_URL });
  return createFileTransport({ folder: mailFolder, from });
}
