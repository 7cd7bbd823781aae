import { createHash } from "node:crypto";
import type { ProviderEventKind } from "~db/schema/states";
import type { ProviderEvent } from "../provider/event.server";
import { outboxIdIn } from "./headers.server";
import { enhancedCodeIn, isAboutMailbox, withoutAddresses } from "./smtp-reply";

/**
 * Returns what a mail server reports about one of our mails (RFC 3464), or that its recipient marked it as spam (RFC
 * 5965), or undefined for anything else. Anyone can write to this mailbox: the parts of a report are found by their
 * headers, in linear time, and nothing is decoded.
 * @param source the report, which may be cut off after the headers of the returned mail
 */
export function readDeliveryReport(source: string, at: Date): ProviderEvent | undefined {
  const fields = isComplaint(source) ? { action: "complained" } : recipientFields(bodyOf(source, STATUS));
  const outboxId = outboxIdIn(source);
  if (!fields.action || !outboxId) return undefined;
  const messageId = /^message-id:\s*(.{1,500})/im.exec(source)?.[1];
  const eventId = createHash("sha256")
    .update(JSON.stringify([messageId, outboxId, fields]))
    .digest("hex");
  const { action, status: code = "", "diagnostic-code": reply = "" }: Fields = fields;
  return {
    provider: "smtp",
    eventId,
    token: `report ${eventId}`,
    kind: kindOf(fields),
    name: withoutAddresses(`${action} ${code}`).slice(0, 60),
    messageId: outboxId,
    detail: withoutAddresses(replyIn(reply) || code),
    at,
  };
}

/** Paragraphs of a report: one about itself, one about each recipient. */
const PARAGRAPHS_AT_MOST = 20;

const STATUS = /^content-type:\s*message\/(?:global-)?delivery-status/im;
const FEEDBACK = /^content-type:\s*message\/feedback-report/im;

const isComplaint = (source: string) => /^feedback-type:\s*abuse\s*$/im.test(bodyOf(source, FEEDBACK));

/** Returns the body of the first part with this label. */
function bodyOf(source: string, labelled: RegExp): string {
  const label = labelled.exec(source);
  if (!label) return "";
  const [, ...body] = source.slice(label.index).split(/\r?\n\r?\n/, PARAGRAPHS_AT_MOST);
  const end = body.findIndex((paragraph) => paragraph.startsWith("--"));
  return body.slice(0, end < 0 ? undefined : end).join("\n\n");
}

type Fields = Partial<Record<string, string>>;

/** Returns the fields of the first recipient: every mail has one. */
function recipientFields(report: string): Fields {
  const paragraphs = report.replaceAll(/\r?\n[ \t]+/g, " ").split(/(?:\r?\n){2,}/);
  const recipient = paragraphs.find((lines) => /^action:/im.test(lines)) ?? "";
  const fields = recipient.split(/\r?\n/).map((line): [string, string] => {
    const [name = "", ...value] = line.split(":");
    return [name.trim().toLowerCase(), value.join(":").trim()];
  });
  return Object.fromEntries(fields);
}

/** Sendmail adds a comment to some actions: `delivered (to mailbox)`. */
function kindOf(fields: Fields): ProviderEventKind {
  switch (fields.action?.split(/[^a-z]/i, 1)[0]?.toLowerCase()) {
    case "failed":
      return isAboutMailbox(replyOf(fields), { toRecipient: true }) ? "bounced" : "undelivered";
    case "delayed":
      return "delayed";
    case "complained":
      return "complained";
    case "delivered":
      return "arrived";
    default:
      return "other";
  }
}

/** A code like 5.0.0 is less specific than the reply. */
function replyOf({ status = "", "diagnostic-code": diagnostic = "" }: Fields) {
  const reply = replyIn(diagnostic);
  const own = enhancedCodeIn(status);
  const enhanced = enhancedCodeIn(reply) ?? (own?.endsWith(".0.0") ? undefined : own);
  return { code: Number.parseInt(reply, 10), enhanced };
}

/** `smtp; 550 5.1.1 …` without its type. */
const replyIn = (diagnostic: string) => diagnostic.replace(/^[\w-]+\s*;\s*/, "");
