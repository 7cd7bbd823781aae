import type { ProviderEventKind } from "~db/schema/states";
import type { ProviderEvent } from "../provider/event.server";

const DETAIL_MAX_LENGTH = 300;

/** What webhooks and the log say about one event, each in its own form. */
export type MailgunEvent = {
  id: string;
  event: string;
  severity?: string | null | undefined;
  reason?: string | null | undefined;
  status?: { message?: string | null | undefined; description?: string | null | undefined } | null | undefined;
  outboxId?: string | null | undefined;
  at: Date;
};

export function toProviderEvent(given: MailgunEvent, token: string): ProviderEvent {
  const { id, event, severity, reason, status, outboxId, at } = given;
  return {
    provider: "mailgun",
    eventId: id,
    token,
    kind: kindOf(event, severity),
    name: [event, severity].filter(Boolean).join(" ").slice(0, 60),
    ...(outboxId && { messageId: outboxId }),
    detail: withoutAddresses(status?.message || status?.description || reason || ""),
    at,
  };
}

function kindOf(event: string, severity: string | null | undefined): ProviderEventKind {
  if (event === "delivered") return "arrived";
  if (event === "failed") return severity === "temporary" ? "delayed" : "bounced";
  return event === "complained" ? "complained" : "other";
}

/** Mail servers often repeat the address in their response. */
function withoutAddresses(text: string): string {
  return text
    .replace(/<?[^\s<>,;:"'()]+@[^\s<>,;:"'()]+>?/g, "…")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, DETAIL_MAX_LENGTH);
}
