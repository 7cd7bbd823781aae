/** An account's own mails, in its owner's words. Codes and links of a login are missing: people wait for them. */
const OWN_MAILS: Record<string, string> = {
  weekly_digest: "your weekly summary",
  annual_letter: "your yearly letter",
  still_right: "our question about the addresses of your vaults",
  delivered_notice: "the news that a vault was delivered",
  reply_notice: "a reply",
  blocked_notice: "the news that a recipient has blocked you",
  not_delivered: "the news that a vault couldn’t be delivered",
  trying_another_way: "news about a delivery",
  address_trouble: "a warning about an address",
  seal_certificate: "a seal certificate",
  export_ready: "word that your data is ready",
  security_alert: "a security alert",
  verify_address: "the link that confirms your address",
  verify_reminder: "the link that confirms your address",
  erasure_planned: "an email about your account",
  ending_soon: "a notice that a vault ends soon",
  proposed_address: "news about an address",
  rehearsal: "the preview of a delivery",
  gift_lost: "the news that your gift couldn’t be emailed",
  gift_refunded: "the news that the plan you were given was refunded",
  announcement: "an announcement",
  product_update: "a product update",
  marketing_email: "an offer",
  legacy_wait: "a request of your legacy contact",
};

/** The last mail that could not be sent to an account. */
export type FailedMail = { kind: string; isRefused: boolean; at: Date };

/** In days. SMTP servers do not report that a later mail arrived. */
const SHOWN_DAYS = 30;

export const isOwnMail = (kind: string) => Object.hasOwn(OWN_MAILS, kind);

/** Whether a mail that failed at that time still says something about the address. */
export const isShownFailure = (at: Date, now: Date) => now.getTime() - at.getTime() <= SHOWN_DAYS * 86_400_000;

export function failedMailInWords(failed: FailedMail | null, now: Date): string | null {
  if (!failed || !isShownFailure(failed.at, now)) return null;
  // Otherwise it may have been our provider, or the mail expired.
  const why = failed.isRefused ? ": your mail server refuses our email" : "";
  return `We couldn’t send you ${OWN_MAILS[failed.kind] ?? "an email"}${why}.`;
}
