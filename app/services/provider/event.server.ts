import type { PROVIDERS, ProviderEventKind } from "~db/schema/states";

/** What a provider told us of a message that it took. */
export type ProviderEvent = {
  provider: (typeof PROVIDERS)[number];
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
