import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import { isSameSecret } from "~/services/secret-token.server";
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

const ID_HEADER = "X-Amberkeep-Id";
const idProof = (outboxId: string) => keyedDigest("bounce", outboxId, "base64url").slice(0, 22);

/** Matches a bounce to its mail. The Message-Id would not do: some servers replace it, and others can guess it. */
export function idHeader({ outboxId }: Pick<OutgoingMail, "outboxId">): Record<string, string> {
  return { [ID_HEADER]: `${outboxId}.${idProof(outboxId)}` };
}

/** Returns the id in the first such header of a returned mail, or undefined if we did not make it. */
export function outboxIdIn(source: string): string | undefined {
  const [, id = "", proof = ""] =
    new RegExp(`^${ID_HEADER}:\\s*([a-z0-9]{1,40})\\.([\\w-]{22})\\s*$`, "im").exec(source) ?? [];
  return isSameSecret(proof, idProof(id)) ? id : undefined;
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
