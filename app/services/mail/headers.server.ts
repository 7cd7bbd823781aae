import { env } from "~/env.server";
import type { OutgoingMail } from "./transport.server";

/** Replies go to `contact`, the operator's address. */
export function extraHeaders(mail: OutgoingMail, contact = env.CONTACT_EMAIL): Record<string, string> {
  return {
    ...(contact && { "Reply-To": contact }),
    // RFC 3834: asks autoresponders not to reply.
    "Auto-Submitted": "auto-generated",
    ...(mail.optional && unsubscribeHeaders(mail.optional.unsubscribeUrl)),
  };
}

/** In mails over SMTP, by which their bounces are matched: some servers replace the Message-Id. */
export const ID_HEADER = "X-Amberkeep-Id";

/** RFC 2369 and RFC 8058: the mail program's unsubscribe button, one POST. */
function unsubscribeHeaders(unsubscribeUrl: string): Record<string, string> {
  const url = new URL(unsubscribeUrl);
  if (!/^https?:$/.test(url.protocol)) throw new Error("An unsubscribe address must be http or https");
  return { "List-Unsubscribe": `<${url.href}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** @throws Error when it is not `left@right` of plain ASCII (RFC 5322, 3.6.4) */
export function checkMessageId(messageId: string): string {
  if (
    !/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@(?:[A-Za-z0-9.-]+|\[[A-Za-z0-9.:-]+\])$/.test(messageId) ||
    messageId.length > 200
  ) {
    throw new Error("A Message-Id must look like left@right");
  }
  return messageId;
}
