import { createHash } from "node:crypto";
import PostalMime from "postal-mime";
import type { ProviderEventKind } from "~db/schema/states";
import type { ProviderEvent } from "../provider/event.server";
import { ID_HEADER } from "./headers.server";
import { enhancedCodeIn, isAboutMailbox, withoutAddresses } from "./smtp-reply";

/**
 * What a mail server reports of a mail of ours that it had accepted (RFC 3464). Undefined for any other mail.
 * @param source the bytes of the report, which may break off after its headers of the mail
 */
export async function readDeliveryReport(source: Uint8Array, at: Date): Promise<ProviderEvent | undefined> {
  const { attachments, messageId } = await PostalMime.parse(source, { attachmentEncoding: "utf8" });
  const status = attachments.find(({ mimeType }) => mimeType === "message/delivery-status");
  const outboxId = outboxIdIn(Buffer.from(source).toString("latin1"));
  if (!status || !outboxId) return undefined;
  const fields = recipientFields(String(status.content));
  const eventId = createHash("sha256")
    .update(JSON.stringify([messageId, outboxId, fields]))
    .digest("hex");
  const { action = "", status: code = "", "diagnostic-code": reply = "" } = fields;
  return {
    provider: "smtp",
    eventId,
    token: `report ${eventId}`,
    kind: kindOf(fields),
    name: `${action} ${code}`.trim().slice(0, 60),
    messageId: outboxId,
    detail: withoutAddresses(replyIn(reply) || code),
    at,
  };
}

const OUTBOX_ID = "([a-z][a-z0-9]{23,31})";
const OWN_HEADER = new RegExp(`^${ID_HEADER}:\\s*${OUTBOX_ID}\\s*$`, "im");
/** Of the mail, or of a header of the report that refers to it. */
const MESSAGE_ID = new RegExp(`<[a-z_]+\\.${OUTBOX_ID}@[^\\s<>]+>`);

function outboxIdIn(source: string): string | undefined {
  const unfolded = source.replaceAll(/=\r?\n/g, "");
  return (OWN_HEADER.exec(unfolded) ?? MESSAGE_ID.exec(unfolded))?.[1];
}

type Fields = Partial<Record<string, string>>;

/** The fields of the first recipient: every mail has one. */
function recipientFields(report: string): Fields {
  const groups = report.replaceAll(/\r?\n[ \t]+/g, " ").split(/(?:\r?\n){2,}/);
  const group = groups.find((lines) => /^action:/im.test(lines)) ?? "";
  const fields = group.split(/\r?\n/).map((line): [string, string] => {
    const [name = "", ...value] = line.split(":");
    return [name.trim().toLowerCase(), value.join(":").trim()];
  });
  return Object.fromEntries(fields);
}

function kindOf(fields: Fields): ProviderEventKind {
  switch (fields.action?.toLowerCase()) {
    case "failed":
      return isAboutMailbox(replyOf(fields), { toRecipient: true }) ? "bounced" : "undelivered";
    case "delayed":
      return "delayed";
    case "delivered":
      return "arrived";
    default:
      return "other";
  }
}

/** A code like 5.0.0 says nothing that the reply does not say better. */
function replyOf({ status = "", "diagnostic-code": diagnostic = "" }: Fields) {
  const reply = replyIn(diagnostic);
  const own = enhancedCodeIn(status);
  const enhanced = enhancedCodeIn(reply) ?? (own?.endsWith(".0.0") ? undefined : own);
  return { code: Number.parseInt(reply, 10), enhanced };
}

/** `smtp; 550 5.1.1 …` without its type. */
const replyIn = (diagnostic: string) => diagnostic.replace(/^[\w-]+\s*;\s*/, "");
