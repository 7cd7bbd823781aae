import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { and, asc, gt, isNotNull } from "drizzle-orm";
import { writeMessages } from "~/domain/outbox/message.server";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { inTransaction } from "~/services/db.server";
import { newsletterSubscribers } from "~db/schema";
import { newsletterUrl } from "./newsletter-links.server";

const BATCH = 500;

export type NewsletterIssue = { subject: string; paragraphs: string[] };

/**
 * The first line is the subject, blank lines separate paragraphs. Undefined if either is missing, or it is not UTF-8.
 */
export function readIssue(file: Uint8Array): NewsletterIssue | undefined {
  if (!isUtf8(file)) return undefined;
  const [subject = "", ...parts] = new TextDecoder()
    .decode(file)
    .replace(/\r\n?/g, "\n")
    .trim()
    .split(/\n\s*\n/);
  const paragraphs = parts.map((part) => part.replace(/\s*\n\s*/g, " ").trim()).filter(Boolean);
  const isComplete = subject !== "" && !subject.includes("\n") && paragraphs.length > 0;
  return isComplete ? { subject, paragraphs } : undefined;
}

/** The same for an issue that is sent again. */
export const digestOf = (issue: NewsletterIssue) =>
  createHash("sha256").update(JSON.stringify(issue)).digest("hex").slice(0, 32);

/**
 * Writes an issue to every confirmed subscriber; the worker sends it. The same issue again reaches those who have not
 * got it yet. Returns the number of subscribers.
 */
export async function sendNewsletter(issue: NewsletterIssue, now = clock.now()): Promise<number> {
  const digest = digestOf(issue);
  let count = 0;
  for (let after = ""; ; ) {
    const subscribers = await inTransaction(async (tx) => {
      const isNext = and(isNotNull(newsletterSubscribers.confirmedAt), gt(newsletterSubscribers.id, after));
      // Locked, so that no one who unsubscribes meanwhile gets it.
      const rows = await tx
        .select()
        .from(newsletterSubscribers)
        .where(isNext)
        .orderBy(asc(newsletterSubscribers.id))
        .limit(BATCH)
        .for("update");
      const drafts = rows.map(({ id, email }) => ({
        kind: "newsletter_issue" as const,
        uniqueKey: `newsletter:${id}:${digest}`,
        to: { name: "", email },
        props: { ...issue, operator: env.OPERATOR, url: env.BASE_URL, unsubscribeUrl: newsletterUrl(id, "stop") },
      }));
      await writeMessages(tx, drafts, now);
      return rows;
    });
    count += subscribers.length;
    const last = subscribers.at(-1);
    if (!last || subscribers.length < BATCH) return count;
    after = last.id;
  }
}
