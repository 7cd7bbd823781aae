import type { ProviderEventKind } from "~db/schema/states";
import type { ProviderEvent } from "../provider/event.server";
import { enhancedCodeIn, isAboutMailbox, withoutAddresses } from "./smtp-reply";

/** What webhooks and the log say about one event, each in its own form. */
export type MailgunEvent = {
  id: string;
  event: string;
  severity?: string | null | undefined;
  reason?: string | null | undefined;
  status?: DeliveryStatus | null | undefined;
  /** Only in the event `rejected`. */
  reject?: { reason?: string | null | undefined } | null | undefined;
  outboxId?: string | null | undefined;
  at: Date;
};

export type DeliveryStatus = {
  code?: number | string | null | undefined;
  "enhanced-code"?: string | null | undefined;
  message?: string | null | undefined;
  description?: string | null | undefined;
};

export function toProviderEvent(given: MailgunEvent, token: string): ProviderEvent {
  const { id, event, severity, reason, status, reject, outboxId, at } = given;
  return {
    provider: "mailgun",
    eventId: id,
    token,
    kind: kindOf(given),
    name: [event, severity].filter(Boolean).join(" ").slice(0, 60),
    ...(outboxId && { messageId: outboxId }),
    detail: withoutAddresses(status?.message || status?.description || reject?.reason || reason || ""),
    at,
  };
}

function kindOf(given: MailgunEvent): ProviderEventKind {
  switch (given.event) {
    case "delivered":
      return "arrived";
    case "failed":
      if (given.severity === "temporary") return "delayed";
      return isAboutRecipient(given) ? "bounced" : "undelivered";
    case "rejected":
      return "undelivered";
    default:
      return given.event === "complained" ? "complained" : "other";
  }
}

/**
 * Mailgun sends nothing to addresses on its lists. Recipients who complained or unsubscribed have said no; a bounce may
 * be old, and the mailbox was not tried again.
 */
function isAboutRecipient({ reason, status }: MailgunEvent): boolean {
  if (reason === "suppress-bounce") return false;
  if (reason?.startsWith("suppress-")) return true;
  const enhanced = enhancedCodeIn(status?.["enhanced-code"] || status?.message || "");
  return isAboutMailbox({ code: Number(status?.code), enhanced }, { toRecipient: true });
}
