import type { OutgoingMail } from "./transport.server";

export function extraHeaders(mail: OutgoingMail): Record<string, string> {
  return {
    // RFC 3834: asks autoresponders not to reply.
    "Auto-Submitted": "auto-generated",
    ...(mail.optional && unsubscribeHeaders(mail.optional.unsubscribeUrl)),
  };
}

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
