import type { PROVIDERS, ProviderEventKind } from "~db/schema/states";

export type ProviderEvent = {
  provider: (typeof PROVIDERS)[number];
  /** The provider's id of the event, to store it once. */
  eventId: string;
  /** Signs one event; with another event it is a replay. */
  token: string;
  kind: ProviderEventKind;
  name: string;
  /** The id in the outbox. */
  messageId?: string;
  /** Without the recipient. */
  detail: string;
  at: Date;
};

export type WebhookRefusal = "malformed" | "unsigned" | "stale";
