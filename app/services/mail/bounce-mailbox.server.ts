import { subDays, subHours } from "date-fns";
import type { ImapFlow } from "imapflow";
import type { ProviderEvent } from "../provider/event.server";
import { readDeliveryReport } from "./delivery-report.server";

/** A report repeats the mail after its own parts. */
const BYTES_AT_MOST = 256 * 1024;
const REPORTS_AT_ONCE = 20;
/** The mail server's clock may be wrong. */
const OVERLAP_HOURS = 2;

/**
 * Yields the reports in the mailbox to which mail servers return what they cannot deliver, a page at a time. Changes
 * nothing there.
 * @param url `imaps://user:password@host:993/folder`, or `imap://` for STARTTLS
 * @throws Error when the mailbox cannot be read
 */
export async function* listDeliveryReports(url: string, since: Date): AsyncGenerator<ProviderEvent[]> {
  // Only workers need it.
  const { ImapFlow } = await import("imapflow");
  const { options, folder } = parseMailboxUrl(url);
  const client = new ImapFlow(options);
  // The pending command is rejected, too.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.mailboxOpen(folder, { readOnly: true });
    const uids = await listUids(client, subHours(since, OVERLAP_HOURS));
    for (let at = 0; at < uids.length; at += REPORTS_AT_ONCE) {
      yield await readReports(client, uids.slice(at, at + REPORTS_AT_ONCE), since);
    }
    await client.logout();
  } catch (error) {
    const { responseText, message } = error as Error & { responseText?: string };
    throw new Error(`the mailbox of bounces cannot be read: ${responseText || message}`, { cause: error });
  } finally {
    client.close();
  }
}

async function readReports(client: ImapFlow, uids: number[], since: Date): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  const query = { internalDate: true, source: { maxLength: BYTES_AT_MOST } };
  for await (const { source, internalDate } of client.fetch(uids.join(","), query, { uid: true })) {
    const event = source && (await readDeliveryReport(source, new Date(internalDate ?? since)));
    if (event) events.push(event);
  }
  return events;
}

/** Of the mails that say they are reports. IMAP searches by the day, in the server's time zone. */
async function listUids(client: ImapFlow, since: Date): Promise<number[]> {
  const uids: number[] = [];
  const found = client.fetch({ since: subDays(since, 1) }, { internalDate: true, headers: ["content-type"] });
  for await (const { uid, internalDate, headers } of found) {
    const isReport = /multipart\/report/i.test(String(headers));
    if (isReport && new Date(internalDate ?? since) >= since) uids.push(uid);
  }
  return uids;
}

function parseMailboxUrl(url: string) {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  const isImplicit = protocol === "imaps:";
  const options = {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (isImplicit ? 993 : 143),
    secure: isImplicit,
    ...(!isImplicit && searchParams.has("requireTLS") && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false as const,
    disableAutoIdle: true,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
  };
  return { options, folder: decodeURIComponent(pathname.slice(1)) || "INBOX" };
}
