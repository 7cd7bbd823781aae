import { subDays, subHours } from "date-fns";
import type { ImapFlow } from "imapflow";
import { log } from "../log.server";
import type { ProviderEvent } from "../provider/event.server";
import { readDeliveryReport } from "./delivery-report.server";

/** The returned mail comes last in a report, and is not needed whole. */
const BYTES_AT_MOST = 64 * 1024;
const REPORTS_AT_ONCE = 20;
/** The mail server's clock may be wrong. */
const OVERLAP_HOURS = 2;

/**
 * Yields the delivery reports in the mailbox that gets our bounces, a page at a time. Opens it for reading only. Skips
 * mails that the server cannot return, unless it returns none.
 * @param url `imaps://user:password@host:993/folder`, or `imap://` for STARTTLS
 * @param until the present time, used for all events: the mail server's clock may be wrong
 * @throws Error when the mailbox cannot be read
 */
export async function* listDeliveryReports(url: string, since: Date, until: Date): AsyncGenerator<ProviderEvent[]> {
  // Only workers need it.
  const { ImapFlow } = await import("imapflow");
  const { options, folder } = parseMailboxUrl(url);
  const client = new ImapFlow(options);
  // The pending command is rejected, too, but does not say why.
  const failures: Error[] = [];
  client.on("error", (failure) => void failures.push(failure));
  try {
    await client.connect();
    await client.mailboxOpen(folder, { readOnly: true });
    const uids = await listUids(client, subHours(since, OVERLAP_HOURS));
    const refused: Refused[] = [];
    for (let at = 0; at < uids.length; at += REPORTS_AT_ONCE) {
      yield await readReports(client, uids.slice(at, at + REPORTS_AT_ONCE), until, refused);
    }
    if (refused.length > 0 && refused.length === uids.length) throw refused[0]?.error;
    if (refused.length > 0) {
      log.warn({ uids: refused.map(({ uid }) => uid) }, "skipped delivery reports that the mail server cannot return");
    }
    await client.logout();
  } catch (error) {
    const { responseText, reason } = error as { responseText?: string; reason?: string };
    const { message } = failures[0] ?? (error as Error);
    throw new Error(`the mailbox of bounces cannot be read: ${responseText || reason || message}`, { cause: error });
  } finally {
    client.close();
  }
}

type Refused = { uid: number; error: unknown };

/** A server refuses the whole command for one mail that it cannot return, so the mails are then asked for in halves. */
async function readReports(client: ImapFlow, uids: number[], at: Date, refused: Refused[]): Promise<ProviderEvent[]> {
  try {
    return await fetchReports(client, uids, at);
  } catch (error) {
    if ((error as { responseStatus?: string }).responseStatus !== "NO") throw error;
    const [uid] = uids;
    if (uids.length === 1 && uid !== undefined) {
      refused.push({ uid, error });
      return [];
    }
    const half = Math.ceil(uids.length / 2);
    const first = await readReports(client, uids.slice(0, half), at, refused);
    return [...first, ...(await readReports(client, uids.slice(half), at, refused))];
  }
}

async function fetchReports(client: ImapFlow, uids: number[], at: Date): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  const query = { source: { maxLength: BYTES_AT_MOST } };
  for await (const { source } of client.fetch(uids.join(","), query, { uid: true })) {
    const event = source && readDeliveryReport(source.toString(), at);
    if (event) events.push(event);
  }
  return events;
}

/** Returns the UIDs of reports. IMAP searches by the day, in the server's time zone. */
async function listUids(client: ImapFlow, since: Date): Promise<number[]> {
  const found = await client.search({ since: subDays(since, 1) }, { uid: true });
  // The library returns false where the server refuses.
  if (!found) throw new Error("it could not be searched");
  if (found.length === 0) return [];
  const sorted = found.toSorted((a, b) => a - b);
  const uids: number[] = [];
  const query = { internalDate: true, headers: ["content-type"] };
  for await (const { uid, internalDate, headers } of client.fetch(`${sorted.at(0)}:${sorted.at(-1)}`, query, {
    uid: true,
  })) {
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
    // Where TLS is not required, a certificate is not checked either.
    ...(!isImplicit &&
      (searchParams.has("requireTLS") ? { doSTARTTLS: true } : { tls: { rejectUnauthorized: false } })),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false as const,
    disableAutoIdle: true,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
  };
  return { options, folder: decodeURIComponent(pathname.slice(1)) || "INBOX" };
}
