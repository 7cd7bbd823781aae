import type Mailgun from "mailgun.js";
import type { ProviderEvent } from "../provider/event.server";
import type { SentLookup } from "../provider/outcome.server";
import { type MailgunEvent, toProviderEvent } from "./mailgun-event";

export type MailgunClient = ReturnType<InstanceType<typeof Mailgun>["client"]>;
type Question = { domain: string; messageId: string; since?: Date; now?: Date; trust: IdTrust };

/** What this process has seen Mailgun do with our Message-Ids. `example`: a mail that its log should contain. */
export type IdTrust = {
  areKept: boolean;
  areFound: boolean;
  logDelayMs: number;
  example?: { messageId: string; sentAt: Date };
};

export function noteAccepted(trust: IdTrust, messageId: string, { isKept }: { isKept: boolean }): void {
  trust.areKept = isKept;
  if (isKept && !(trust.example && ageOf(trust.example.sentAt) < KEPT_FOR))
    trust.example = { messageId, sentAt: new Date() };
}

const HOUR = 60 * 60 * 1000;
/** The shortest retention among Mailgun's plans. */
const KEPT_FOR = 24 * HOUR;
const PAGE = 300;
const PAGES_AT_MOST = 10;

/**
 * Searches Mailgun's log (POST /v1/analytics/logs) by Message-Id. Mailgun promises neither to keep it nor to find it,
 * so until it was seen to do both, if need be with `example`, all of the log is searched for the variable `message_id`,
 * too. "not_sent" only if all of that was read and the attempt is recent enough to be in the log, or if Mailgun
 * rejected it.
 */
export async function findInLogs(
  client: MailgunClient,
  { domain, messageId, since, now = new Date(), trust }: Question,
): Promise<SentLookup> {
  const start = new Date((since?.getTime() ?? now.getTime() - KEPT_FOR) - HOUR);
  const end = new Date(now.getTime() + HOUR);
  const ofDomain = equals("domain", domain);
  const find = async (id: string, start: Date) => {
    const list = await client.logs.list({ start, end, filter: { AND: [ofDomain, equals("message_id", id)] } });
    return list.items.filter((item) => isAbout(item, id));
  };
  try {
    const found = await find(messageId, start);
    if (found.length > 0) {
      trust.areFound = true;
      return isRejected(found) ? "not_sent" : "sent";
    }
    const unlessTooLongAgo = since && now.getTime() - since.getTime() > KEPT_FOR ? "cannot_tell" : "not_sent";
    const { example } = trust;
    if (trust.areKept && !trust.areFound && example && ageOf(example.sentAt) > trust.logDelayMs) {
      trust.areFound = (await find(example.messageId, new Date(now.getTime() - KEPT_FOR))).length > 0;
    }
    if (trust.areKept && trust.areFound) return unlessTooLongAgo;
    let token: string | undefined;
    let ours: LogItem[] = [];
    for (let page = 0; page < PAGES_AT_MOST; page++) {
      const pagination = { sort: "timestamp:asc", limit: PAGE, ...(token && { token }) };
      const query = { start, end, events: ["accepted", "rejected"], filter: { AND: [ofDomain] }, pagination };
      const list = await client.logs.list(query);
      ours = [...ours, ...list.items.filter((item) => isAbout(item, messageId))];
      token = list.pagination?.next;
      if (list.items.length < PAGE || !token) {
        if (ours.length === 0) return unlessTooLongAgo;
        return isRejected(ours) ? "not_sent" : "sent";
      }
    }
    return ours.length === 0 || isRejected(ours) ? "cannot_tell" : "sent";
  } catch {
    return "no_answer";
  }
}

/**
 * Yields the results of mails as webhooks report them, oldest first, a page at a time.
 * @throws Error when Mailgun does not answer
 */
export async function* listResults(
  client: MailgunClient,
  { domain, since, until }: { domain: string; since: Date; until: Date },
): AsyncGenerator<ProviderEvent[]> {
  let token: string | undefined;
  do {
    const pagination = { sort: "timestamp:asc", limit: PAGE, ...(token && { token }) };
    const list = await client.logs.list({
      start: since,
      end: until,
      events: ["delivered", "failed", "rejected", "complained"],
      filter: { AND: [equals("domain", domain)] },
      pagination,
    });
    yield list.items.flatMap((item) => {
      const { outbox_id: outboxId } = variables(item);
      if (typeof outboxId !== "string") return [];
      const { id, event, severity, reason, "delivery-status": status } = item;
      const { reject } = item as Pick<MailgunEvent, "reject">;
      const at = new Date(item["@timestamp"]);
      return [toProviderEvent({ id, event, severity, reason, status, reject, outboxId, at }, `log ${id}`)];
    });
    token = list.items.length < PAGE ? undefined : list.pagination?.next;
  } while (token);
}

type LogItem = {
  event: string;
  "@timestamp": Date | string;
  message?: { headers?: { "message-id"?: string } };
  "user-variables"?: unknown;
};

/** Whether the latest entry about a mail, whose attempts share the id, says that Mailgun did not send it. */
function isRejected(lines: LogItem[]): boolean {
  const at = (line: LogItem) => new Date(line["@timestamp"]).getTime();
  return lines.toSorted((a, b) => at(a) - at(b)).at(-1)?.event === "rejected";
}

function isAbout(item: LogItem, messageId: string): boolean {
  return item.message?.headers?.["message-id"] === messageId || variables(item).message_id === messageId;
}

function variables(item: LogItem): Record<string, unknown> {
  const given = item["user-variables"];
  try {
    return (typeof given === "string" ? JSON.parse(given) : given) ?? {};
  } catch {
    return {};
  }
}

const ageOf = (at: Date) => Date.now() - at.getTime();

function equals(attribute: string, value: string) {
  return { attribute, comparator: "=", values: [{ label: value, value }] };
}
