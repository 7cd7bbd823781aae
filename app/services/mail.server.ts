import { env } from "~/env.server";
import { createFileTransport } from "./mail/file-transport.server";
import { mailFolder } from "./mail/mail-folder.server";
import { createMailgunTransport } from "./mail/mailgun-transport.server";
import { createSmtpTransport } from "./mail/smtp-transport.server";
import type { MailTransport, OutgoingMail } from "./mail/transport.server";
import type { SendOutcome, SentLookup } from "./provider/outcome.server";

/** `false`: mails are written to a folder and read at /dev/mail; nothing leaves this machine. */
export const isMailConfigured = Boolean(env.MAILGUN_API_KEY || env.MAILGUN_DOMAIN || env.SMTP_URL);

const transport = chooseTransport();

/**
 * Tries to send one mail, once. Nothing here retries: the outbox does, and decides by the outcome.
 * A repeat with the same Message-Id may reach the reader twice unless `findSent` was asked (see `SendOutcome`).
 * @throws Error only for a mail that our own code made wrong (a malformed Message-Id or unsubscribe address)
 */
export function sendMail(mail: OutgoingMail): Promise<SendOutcome> {
  return transport.send(mail);
}

/** Who takes the mail. */
export const mailProvider = transport.provider;

/** How long after an attempt, in milliseconds, `findSent` may still not know of it: ask no sooner. */
export const consistencyDelayMs = transport.consistencyDelayMs;

/**
 * Asks the provider whether it ever took a mail with this Message-Id. Ask no sooner than the `retryAfterSeconds` of the
 * outcome: a provider's log lags behind.
 * @param attemptedAt when the last attempt began, if known: an attempt older than the provider's log is `cannot_tell`
 */
export function findSent(messageId: string, attemptedAt?: Date): Promise<SentLookup> {
  return transport.findSent(messageId, attemptedAt);
}

/** @throws Error for half a configuration: mail that silently went to a folder would be lost. */
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
  if (env.MAILGUN_API_KEY || env.MAILGUN_DOMAIN) {
    throw new Error("MAILGUN_API_KEY and MAILGUN_DOMAIN belong together: one of them is missing");
  }
  if (env.SMTP_URL) return createSmtpTransport({ url: env.SMTP_URL, from });
  return createFileTransport({ folder: mailFolder, from });
}
