import type { ProviderEvent } from "../provider/event.server";
import type { SendOutcome, SentLookup } from "../provider/outcome.server";

export type OutgoingMail = {
  /** Without angle brackets; the same for every attempt. */
  messageId: string;
  to: { name?: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Providers return it in their webhooks. */
  outboxId: string;
  /** Not the first attempt: the provider must try the address even if it bounced before. */
  isRepeated?: boolean;
  /** Set for mails that the reader can unsubscribe from. */
  optional?: { unsubscribeUrl: string };
};

/** `send` and `findSent` do not throw for failures of a provider or a network. */
export type MailTransport = {
  provider: string;
  /** Whether its results say that a mail has arrived. */
  reportsArrivals: boolean;
  /** `findSent` may not find a mail before this many milliseconds after its attempt. */
  consistencyDelayMs: number;
  send(mail: OutgoingMail): Promise<SendOutcome>;
  /**
   * @param since the earliest that an attempt can have been made
   * @param now the database's time, as `since` is: the machine's clock may be wrong
   */
  findSent(messageId: string, since?: Date, now?: Date): Promise<SentLookup>;
  /** Yields the results of mails, a page at a time. Missing where the provider keeps no log. Throws on failures. */
  listResults?(since: Date, until: Date): AsyncGenerator<ProviderEvent[]>;
};
