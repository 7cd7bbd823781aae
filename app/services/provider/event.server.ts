/** What an event means for a message; `other` is kept and has no consequence. */
export type ProviderEventKind = "arrived" | "bounced" | "delayed" | "complained" | "other";

/** What a provider told us of a message that it took. */
export type ProviderEvent = {
  provider: "mailgun" | "twilio";
  /** Its own name of the event: told twice, it is one event. */
  eventId: string;
  /** Signs one event; with another event it is a replay. */
  token: string;
  kind: ProviderEventKind;
  /** The provider's name of what happened. */
  name: string;
  /** Our own id of the message, from the outbox. */
  messageId?: string;
  /** The provider's message, without the recipient. */
  detail: string;
  at: Date;
};

export type WebhookRefusal = "malformed" | "unsigned" | "stale";
