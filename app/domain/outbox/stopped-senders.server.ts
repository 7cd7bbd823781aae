import { and, inArray } from "drizzle-orm";
import type { Queryable } from "~/services/db.server";
import { blockedSenders } from "~db/schema";
import { blockDigest } from "./block-digest.server";
import type { StoppableMail } from "./stop-link.server";

const keyOf = ({ senderId, email }: StoppableMail) => `${senderId} ${blockDigest(email)}`;

export async function isStopped(queryable: Queryable, mail: StoppableMail): Promise<boolean> {
  return (await findStopped(queryable, [mail]))(mail);
}

/** Returns a function that says whether the recipient of one of `mails` has blocked its sender. */
export async function findStopped(
  queryable: Queryable,
  mails: StoppableMail[],
): Promise<(mail: StoppableMail) => boolean> {
  if (mails.length === 0) return () => false;
  const senders = mails.map(({ senderId }) => senderId);
  const recipients = mails.map(({ email }) => blockDigest(email));
  const rows = await queryable
    .select({ senderId: blockedSenders.senderId, recipient: blockedSenders.recipient })
    .from(blockedSenders)
    .where(and(inArray(blockedSenders.senderId, senders), inArray(blockedSenders.recipient, recipients)));
  const stopped = new Set(rows.map(({ senderId, recipient }) => `${senderId} ${recipient}`));
  return (mail) => stopped.has(keyOf(mail));
}
