import type { SendOutcome, SentLookup } from "~/services/provider/outcome.server";
import type { PhoneNumber } from "./phone-number.server";

export type OutgoingSms = {
  /** The same for every attempt. */
  messageId: string;
  to: { name: string; phone: PhoneNumber };
  body: string;
  /** Returned in the provider's webhooks. */
  outboxId: string;
};

export type SmsTransport = {
  provider: string;
  consistencyDelayMs: number;
  send(text: OutgoingSms): Promise<SendOutcome>;
  /** `others` are the provider's ids of other messages. */
  findSent(text: OutgoingSms, since?: Date, others?: string[]): Promise<SentLookup>;
};
