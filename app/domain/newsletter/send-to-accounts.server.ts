import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { isRefusingMail } from "~/domain/account/failed-mail.server";
import { writeMessages } from "~/domain/outbox/message.server";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { erasures, notificationPreferences, profiles } from "~db/schema";
import { digestOf, type NewsletterIssue } from "./send-newsletter.server";

const BATCH = 500;

/** By their names on the command line. */
const KINDS = {
  "product-updates": { kind: "product_update", isOn: notificationPreferences.productUpdates },
  "marketing-emails": { kind: "marketing_email", isOn: notificationPreferences.marketingEmails },
  /** Announced in the terms, so it has no setting. */
  "every-account": { kind: "announcement", isOn: undefined },
} as const;
export type AccountIssueKind = keyof typeof KINDS;

export const isAccountIssueKind = (name: string): name is AccountIssueKind => Object.hasOwn(KINDS, name);

/**
 * Writes an issue to every account that wants mails of its kind, except those that are unverified or being erased, or
 * whose mail came back lately; announcements to these, too. The same issue again reaches those who have not got it yet.
 * Returns the number of accounts.
 */
export async function sendToAccounts(
  issue: NewsletterIssue,
  name: AccountIssueKind,
  now = clock.now(),
): Promise<number> {
  const { kind, isOn } = KINDS[name];
  const isReader = isOn
    ? and(eq(isOn, true), isNotNull(profiles.emailVerifiedAt), isNull(erasures.userId))
    : isNull(profiles.erasedAt);
  const digest = digestOf(issue);
  let count = 0;
  for (let after = ""; ; ) {
    const accounts = await db
      .select({
        id: profiles.id,
        // An unverified address may be someone else's.
        name: sql<string>`IF(${profiles.emailVerifiedAt} IS NULL, '', ${profiles.fullName})`,
        email: profiles.email,
        failedMailAt: profiles.failedMailAt,
        isFailedMailRefused: profiles.isFailedMailRefused,
      })
      .from(profiles)
      .leftJoin(notificationPreferences, eq(notificationPreferences.userId, profiles.id))
      .leftJoin(erasures, eq(erasures.userId, profiles.id))
      .where(and(isReader, gt(profiles.id, after)))
      .orderBy(asc(profiles.id))
      .limit(BATCH);
    const readers = accounts.filter((account) => !isOn || !isRefusingMail(account, now));
    const drafts = readers.map(({ id, name, email }) => ({
      kind,
      uniqueKey: `${kind}:${id}:${digest}`,
      to: { name, email },
      props: { ...issue, operator: env.OPERATOR, name, url: env.BASE_URL },
    }));
    await inTransaction((tx) => writeMessages(tx, drafts, now));
    count += readers.length;
    const last = accounts.at(-1);
    if (!last || accounts.length < BATCH) return count;
    after = last.id;
  }
}
