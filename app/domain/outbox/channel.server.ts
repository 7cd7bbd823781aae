import { renderEmail } from "~/emails/catalogue";
import { env } from "~/env.server";
import {
  consistencyDelayMs,
  findSent,
  isMailConfigured,
  listMailResults,
  mailHasSendLog,
  mailProvider,
  sendMail,
} from "~/services/mail.server";
import type { SendOutcome, SentLookup } from "~/services/provider/outcome.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";
import { findSentSms, sendSms, smsConsistencyDelayMs, smsProvider } from "~/services/sms.server";
import { renderSms } from "~/sms/catalogue";
import type { CHANNELS } from "~db/schema/states";
import { type OutboxMessage, readProps } from "./message.server";
import { listOtherSmsIds } from "./other-sms.server";

export type ChannelName = (typeof CHANNELS)[number];

type Channel = {
  /** Names the rate limiter; `perSecond` is 0 for no limit. */
  provider: string;
  perSecond: number;
  /** How long after an attempt the provider may not know of it yet. */
  consistencyDelayMs: number;
  /** True when a sent message has arrived, as in the folder of the demo. */
  arrivesAtOnce: boolean;
  /** False when the provider keeps no log. */
  hasSendLog: boolean;
  /** Whether the provider reports what became of a sent message. */
  hasReports: boolean;
  /** @throws when the message cannot be written again, which the lookup needs */
  findSent(message: OutboxMessage, since?: Date): Promise<SentLookup>;
  /** @throws when the message cannot be written. The returned function sends it, once. */
  write(message: OutboxMessage): () => Promise<SendOutcome>;
};

const mail: Channel = {
  provider: mailProvider,
  perSecond: env.MAIL_PER_SECOND,
  consistencyDelayMs,
  arrivesAtOnce: !isMailConfigured,
  hasSendLog: mailHasSendLog,
  hasReports: listMailResults !== undefined,
  findSent: (message, since) => findSent(messageIdOf(message), since, message.attemptedAt ?? undefined),
  write(message) {
    const { unsubscribeUrl, ...email } = renderEmail(message.kind, readProps(message));
    const to = { name: message.toName, address: message.toAddress };
    const optional = unsubscribeUrl && { optional: { unsubscribeUrl } };
    const { id: outboxId, attempts } = message;
    const mail = { ...email, to, messageId: messageIdOf(message), outboxId, isRepeated: attempts > 1, ...optional };
    return () => sendMail(mail);
  },
};

const text: Channel = {
  provider: smsProvider,
  perSecond: env.SMS_PER_SECOND,
  consistencyDelayMs: smsConsistencyDelayMs,
  arrivesAtOnce: smsProvider === "sms_folder",
  hasSendLog: true,
  hasReports: smsProvider === "twilio",
  findSent: async (message, since) => findSentSms(textOf(message), since, await listOtherSmsIds(message)),
  write(message) {
    const outgoing = textOf(message);
    return () => sendSms(outgoing);
  },
};

export function channelOf(message: { channel: string }): Channel {
  return message.channel === "sms" ? text : mail;
}

function textOf(message: OutboxMessage) {
  return {
    messageId: messageIdOf(message),
    outboxId: message.id,
    // `writeMessage` accepts only phone numbers here.
    to: { name: message.toName, phone: message.toAddress as PhoneNumber },
    body: renderSms(message.kind, readProps(message)),
  };
}

/** Derived from the row, so that every attempt at a message has the same Message-Id. */
export function messageIdOf(message: OutboxMessage): string {
  return `${message.kind}.${message.id}@${new URL(env.BASE_URL).hostname}`;
}
