import { renderEmail } from "~/emails/catalogue";
import { env } from "~/env.server";
import { findSent, sendMail, settlesAfterMs } from "~/services/mail.server";
import type { SendOutcome, SentLookup } from "~/services/provider/outcome.server";
import type { PhoneNumber } from "~/services/text/phone-number.server";
import { findSentText, sendText, textSettlesAfterMs } from "~/services/text.server";
import { renderText } from "~/texts/catalogue";
import { type OutboxMessage, readProps } from "./message.server";

/** The ways a message can leave. */
export const CHANNELS = ["mail", "text"] as const;

/** One way a message can leave: mail, or text messages. */
type Channel = {
  /** How long after an attempt, in milliseconds, its provider may not know of it yet. */
  settlesAfterMs: number;
  /**
   * Whether the provider has it from an earlier attempt.
   * @throws when the question cannot be put, since the message cannot be written again
   */
  findSent(message: OutboxMessage, attemptedAt?: Date): Promise<SentLookup>;
  /**
   * Makes a message ready to be sent, which what is answered then does, once.
   * @throws when it cannot be written
   */
  write(message: OutboxMessage): () => Promise<SendOutcome>;
};

const mail: Channel = {
  settlesAfterMs,
  findSent: (message, attemptedAt) => findSent(messageIdOf(message), attemptedAt),
  write(message) {
    const { stopUrl, ...email } = renderEmail(message.kind, readProps(message));
    const to = { name: message.toName, address: message.toAddress };
    const optional = stopUrl && { optional: { unsubscribeUrl: stopUrl } };
    return () => sendMail({ ...email, to, messageId: messageIdOf(message), outboxId: message.id, ...optional });
  },
};

const text: Channel = {
  settlesAfterMs: textSettlesAfterMs,
  findSent: async (message, attemptedAt) => findSentText(textOf(message), attemptedAt),
  write(message) {
    const outgoing = textOf(message);
    return () => sendText(outgoing);
  },
};

export function channelOf(message: OutboxMessage): Channel {
  return message.channel === "text" ? text : mail;
}

function textOf(message: OutboxMessage) {
  return {
    messageId: messageIdOf(message),
    outboxId: message.id,
    // `writeMessage` takes no other.
    to: { name: message.toName, phone: message.toAddress as PhoneNumber },
    body: renderText(message.kind, readProps(message)),
  };
}

/** Message-Ids are made from the row, so that every attempt at one message carries the same. */
export function messageIdOf(message: OutboxMessage): string {
  return `${message.kind}.${message.id}@${new URL(env.BASE_URL).hostname}`;
}
