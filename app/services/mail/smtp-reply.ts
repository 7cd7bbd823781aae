/** What a mail server says of a mail: `550`, and perhaps an enhanced code of RFC 3463, such as `5.1.1`. */
export type SmtpReply = { code?: number | undefined; enhanced?: string | undefined };

/**
 * RFC 3463: x.1 is the address, except for those of the sender (7 and 8), and x.2 the mailbox. RFC 6531: x.6.7 is an
 * address beyond ASCII, where its server or one on the way takes none.
 */
export function isAboutMailbox({ code, enhanced }: SmtpReply, { toRecipient }: { toRecipient: boolean }): boolean {
  if (enhanced) return /^5\.(1\.(?![78]$)|2\.|6\.7$)/.test(enhanced);
  return toRecipient && code !== undefined && [550, 551, 553].includes(code);
}

/** The enhanced code at the beginning of a reply, with or without its three digits. */
export function enhancedCodeIn(reply: string): string | undefined {
  return /^\s*(?:\d{3}[ -])?#?([245]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(reply)?.[1];
}

const DETAIL_MAX_LENGTH = 300;

/** Mail servers often repeat the address in their response. */
export function withoutAddresses(text: string): string {
  return text
    .slice(0, 1_000)
    .replace(/<?[^\s<>,;:"'()]+@[^\s<>,;:"'()]+>?/g, "…")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, DETAIL_MAX_LENGTH);
}
