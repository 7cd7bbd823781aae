import type { SendOutcome, SentLookup } from "~/services/provider/outcome.server";
import type { PhoneNumber } from "./phone-number.server";

export type OutgoingSms = {
  /** As a mail's Message-Id: the same for every attempt at this text. */
  messageId: string;
  to: { name: string; phone: PhoneNumber };
  body: string;
  /** The row in the outbox, which what the provider tells later on names again. */
  outboxId: string;
};

/** One way to send text messages. `send` and `findSent` do not throw for anything that a provider or a network does. */
export type SmsTransport = {
  /** Whose allowance its messages use up. */
  provider: string;
  /** How long after an attempt, in milliseconds, `findSent` may still not know of it. */
  consistencyDelayMs: number;
  send(text: OutgoingSms): Promise<SendOutcome>;
  findSent(text: OutgoingSms, attemptedAt?: Date): Promise<SentLookup>;
};
