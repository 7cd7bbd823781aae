import { env } from "~/env.server";
import { mailFolder } from "./mail/mail-folder.server";
import { type SendOutcome, type SentLookup, unavailable } from "./provider/outcome.server";
import { createFolderTransport } from "./sms/folder-transport.server";
import type { OutgoingSms, SmsTransport } from "./sms/transport.server";
import { createTwilioTransport } from "./sms/twilio-transport.server";

const transport = chooseTransport();

/** Without a provider, no screen and no delivery counts on text messages. */
export function isSmsConfigured(): boolean {
  return transport !== undefined;
}

/** One attempt; the outbox retries. */
export async function sendSms(text: OutgoingSms): Promise<SendOutcome> {
  return transport ? transport.send(text) : unavailable("no provider for text messages is set up");
}

export const smsProvider = transport?.provider ?? "none";

export const smsConsistencyDelayMs = transport?.consistencyDelayMs ?? 0;

/**
 * SMS accepted before the given instant do not count, even with the same words, nor do those that are known by their
 * ids to be other messages.
 */
export async function findSentSms(text: OutgoingSms, since?: Date, others?: string[]): Promise<SentLookup> {
  return transport ? transport.findSent(text, since, others) : "no_answer";
}

function chooseTransport(): SmsTransport | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env;
  if (accountSid && authToken && from) {
    return createTwilioTransport({
      accountSid,
      authToken,
      from,
      url: env.TWILIO_URL,
      callbackUrl: `${env.BASE_URL}/webhooks/twilio`,
      logDelaySeconds: env.TWILIO_LOG_DELAY_SECONDS,
    });
  }
  if (!env.SMS_IN_FOLDER) return undefined;
  return createFolderTransport({ folder: mailFolder, from: env.MAIL_FROM });
}
