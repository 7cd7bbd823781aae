import { env } from "~/env.server";
import { openToken, sealToken } from "~/services/cipher.server";

/** The account that causes a mail, and the address it goes to. */
export type StoppableMail = { senderId: string; email: string };

const PURPOSE = "stop-link";

/**
 * Stops all mail that this sender causes to this address with one POST, without a login, also from mail programs. The
 * URL reveals neither of them, since some mails do not name the sender.
 */
export function stopUrlOf({ senderId, email }: StoppableMail): string {
  return `${env.BASE_URL}/stop/${sealToken(PURPOSE, `${senderId} ${email}`)}`;
}

/** Undefined for a forged link. */
export function readStopLink(link: string): StoppableMail | undefined {
  const [senderId, email] = openToken(PURPOSE, link)?.split(" ") ?? [];
  return senderId && email ? { senderId, email } : undefined;
}

/** The sender of a mail that its recipient can stop; undefined for others. */
export function senderIn(props: object): string | undefined {
  const url = "unsubscribeUrl" in props ? String(props.unsubscribeUrl) : "";
  return readStopLink(url.split("/").at(-1) ?? "")?.senderId;
}
