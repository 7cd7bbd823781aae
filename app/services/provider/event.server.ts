import type { PROVIDERS, ProviderEventKind } from "~db/schema/states";

export type ProviderEvent = {
  provider: (typeof PROVIDERS)[number];
  eventId: string;
  /** Signs one event; with another event it is a replay. */
  token: string;
  kind: ProviderEventKind;
  name: string;
  messageId?: string;
  /** Without the recipient. */
  detail: string;
  at: Date;
};

export type WebhookRefusal = "malformed" | "unsigned" | "stale";
