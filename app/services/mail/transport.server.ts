import type { SendOutcome, SentLookup } from "../provider/outcome.server";

export type OutgoingMail = {
  /** Without angle brackets, and the same for every attempt at this mail. */
  messageId: string;
  to: { name?: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** The row in the outbox; providers carry it along, and their webhooks bring it back. */
  outboxId: string;
  /** A mail that its reader may do without carries the way to end such mails. */
  optional?: { unsubscribeUrl: string };
};

/** One way to send mail. `send` and `findSent` do not throw for anything that a provider or a network does. */
export type MailTransport = {
  /** Whose allowance its messages use up. */
  provider: string;
  /** How long after an attempt, in milliseconds, `findSent` may still not know of it. */
  consistencyDelayMs: number;
  send(mail: OutgoingMail): Promise<SendOutcome>;
  findSent(messageId: string, attemptedAt?: Date): Promise<SentLookup>;
};
