import { eq, inArray } from "drizzle-orm";
import type { Queryable } from "~/services/db.server";
import { notificationPreferences, profiles } from "~db/schema";
import type { Preference } from "./email-preferences";
import { preferencesOf } from "./email-preferences.server";
import type { MessageKind } from "./message.server";
import { type StoppableMail, stopUrlOf } from "./stop-link.server";
import { findStopped } from "./stopped-senders.server";
import { unsubscribeUrl } from "./unsubscribe.server";

/** All others are always sent. */
const OPTIONAL: Partial<Record<MessageKind, Preference>> = {
  delivered_notice: "vaultDelivery",
  weekly_digest: "weeklyDigest",
  still_right: "vaultDelivery",
  annual_letter: "vaultDelivery",
  reply_notice: "vaultDelivery",
  product_update: "productUpdates",
  marketing_email: "marketingEmails",
};

/** Also sent to readers who stopped the sender: they need the link to open what they have, or to undo that. */
const REPLACES_LINK: MessageKind = "fresh_link";

/** `unsubscribeUrl` for optional mails, and for mails that another account causes. */
export type EmailPreference = { isOptedIn: boolean; unsubscribeUrl?: string };

type Mail = { kind: MessageKind; email: string; senderId?: string | undefined };
const hasSender = (mail: Mail): mail is Mail & StoppableMail => mail.senderId !== undefined;

/** Other kinds, text messages and emails without an account count as opted in. */
export async function emailPreferences(queryable: Queryable, mails: Mail[]): Promise<EmailPreference[]> {
  const isStopped = await findStopped(queryable, mails.filter(hasSender));
  const emails = mails.filter(({ kind }) => OPTIONAL[kind]).map(({ email }) => email);
  const rows =
    emails.length === 0
      ? []
      : await queryable
          .select({ id: profiles.id, email: profiles.email, row: notificationPreferences })
          .from(profiles)
          .leftJoin(notificationPreferences, eq(notificationPreferences.userId, profiles.id))
          .where(inArray(profiles.email, emails));
  const accounts = new Map(rows.map((account) => [account.email, account]));
  return mails.map((mail) => {
    const { kind, email } = mail;
    if (hasSender(mail))
      return { isOptedIn: kind === REPLACES_LINK || !isStopped(mail), unsubscribeUrl: stopUrlOf(mail) };
    const preference = OPTIONAL[kind];
    const account = accounts.get(email);
    if (!preference || !account) return { isOptedIn: true };
    if (!preferencesOf(account.row)[preference]) return { isOptedIn: false };
    return {
      isOptedIn: true,
      unsubscribeUrl: unsubscribeUrl({ userId: account.id, email: account.email }, preference),
    };
  });
}
