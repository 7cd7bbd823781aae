import type { IncomingMessage, ServerResponse } from "node:http";
import { isAuthorized, readRequest, respond, startMockServer } from "./mock-server.ts";

/**
 * Faults of the next requests to send. `accept_*` accept the mail and lose the response, as real providers sometimes
 * do.
 */
export type MailgunFault =
  | "ok"
  | "bad_request"
  | "bad_sender"
  | "too_many"
  | keyof typeof REFUSALS_OF_ACCOUNT
  | "server_error"
  | "timeout"
  | "close"
  | "accept_then_server_error"
  | "accept_then_close"
  | "accept_then_timeout"
  | "accept_then_wait";

const REFUSALS_OF_ACCOUNT = { unauthorized: 401, payment_required: 402, forbidden: 403, not_found: 404 } as const;

export type TakenMail = {
  id: string;
  takenAt: Date;
  to: string;
  subject: string;
  text: string;
  html: string;
  fields: Record<string, string>;
};

type Options = { apiKey?: string; domain?: string; keepsMessageId?: boolean; retryAfter?: string };

/**
 * A mock of Mailgun over real HTTP: POST /v3/{domain}/messages (multipart, Basic authentication),
 * DELETE /v3/{domain}/bounces/{address} and POST /v1/analytics/logs. It refuses what Mailgun refuses.
 */
export async function startMailgun(options: Options = {}) {
  const { apiKey = "key-test", domain = "mg.example.org", keepsMessageId = true, retryAfter = "7" } = options;
  const taken: TakenMail[] = [];
  const takenById = new Map<string, TakenMail[]>();
  const waiting: (() => void)[] = [];
  let logQueries = 0;
  let isLogDown = false;
  const results: LogResult[] = [];
  const bounced = new Set<string>();

  const server = await startMockServer<MailgunFault>(async (request, response, nextFault) => {
    const body = await readRequest(request);
    if (!isAuthorized(request, "api", apiKey)) return respond(response, 401, "Forbidden");
    if (request.method === "POST" && request.url === `/v3/${domain}/messages`)
      return messages(request, response, body, nextFault());
    if (request.method === "DELETE" && request.url?.startsWith(`/v3/${domain}/bounces/`))
      return forgetBounce(response, decodeURIComponent(request.url.split("/").at(-1) ?? ""));
    if (request.method === "POST" && request.url === "/v1/analytics/logs") return logs(request, response, body);
    return respond(response, 404, { message: "Domain not found" });
  });

  async function messages(request: IncomingMessage, response: ServerResponse, body: Buffer, fault: MailgunFault) {
    if (fault === "close") return response.destroy();
    if (fault === "timeout") return;
    if (fault === "bad_request")
      return respond(response, 400, { message: "'to' parameter is not a valid address. please check documentation" });
    if (fault === "bad_sender") return respond(response, 400, { message: "from parameter is not a valid address" });
    if (fault in REFUSALS_OF_ACCOUNT)
      return respond(response, REFUSALS_OF_ACCOUNT[fault as keyof typeof REFUSALS_OF_ACCOUNT], "Forbidden");
    if (fault === "server_error") return respond(response, 500, { message: "Internal Server Error" });
    if (fault === "too_many") return respond(response, 429, { message: "Too many" }, { "Retry-After": retryAfter });
    const fields = await multipart(request, body);
    const missing = ["from", "to", "subject"].find((name) => !fields?.[name]);
    if (!fields || missing) return respond(response, 400, { message: `${missing} parameter is missing` });
    if (!fields.text && !fields.html)
      return respond(response, 400, { message: "Need at least one of 'text' or 'html'" });
    const mail = take(fields);
    if (isBounced(mail)) logResult(mail, "failed", SUPPRESSED);
    if (fault === "accept_then_close") return response.destroy();
    if (fault === "accept_then_timeout") return;
    if (fault === "accept_then_server_error") return respond(response, 500, { message: "Internal Server Error" });
    const answer = () => respond(response, 200, { id: `<${mail.id}>`, message: "Queued. Thank you." });
    return fault === "accept_then_wait" ? waiting.push(answer) : answer();
  }

  function take(fields: Record<string, string>): TakenMail {
    const given = keepsMessageId ? fields["h:Message-Id"]?.replace(/^<|>$/g, "") : undefined;
    const mail = {
      id: given ?? `${Date.now()}.${taken.length}@${domain}`,
      takenAt: new Date(),
      to: fields.to ?? "",
      subject: fields.subject ?? "",
      text: fields.text ?? "",
      html: fields.html ?? "",
      fields,
    };
    taken.push(mail);
    takenById.set(mail.id, [...(takenById.get(mail.id) ?? []), mail]);
    return mail;
  }

  const isBounced = ({ to }: TakenMail) => [...bounced].some((address) => to.includes(address));

  function forgetBounce(response: ServerResponse, address: string) {
    if (!bounced.delete(address)) return respond(response, 404, { message: "Address not found in bounces table" });
    return respond(response, 200, { message: "Bounced address has been removed", address });
  }

  function logResult(mail: TakenMail, event: "delivered" | "failed" | "rejected" | "complained", rest: object = {}) {
    results.push({ mail, event, at: new Date(), rest });
  }

  function logs(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    logQueries++;
    if (isLogDown) return respond(response, 503, "Service Unavailable");
    if (!request.headers["content-type"]?.startsWith("application/json"))
      return respond(response, 400, { message: "not JSON" });
    const query = JSON.parse(body.toString());
    if (!isRfc2822(query.start)) return respond(response, 400, { message: "start must be RFC 2822" });
    const { AND: conditions = [] }: { AND?: Condition[] } = query.filter ?? {};
    const wanted = new Map(conditions.map((one) => [one.attribute, one.values[0]?.value]));
    if ([...wanted.keys()].some((name) => !["domain", "message_id"].includes(name))) {
      return respond(response, 400, { message: "unknown attribute" });
    }
    const [start, end] = [new Date(query.start), query.end ? new Date(query.end) : undefined];
    const messageId = wanted.get("message_id");
    const sought = messageId === undefined ? taken : (takenById.get(messageId) ?? []);
    const accepted = sought.map((mail) => ({ mail, event: "accepted", at: mail.takenAt, rest: {} }));
    const matching = [...accepted, ...results].filter(
      ({ mail, event, at }) =>
        wanted.get("domain") === domain &&
        (!query.events || query.events.includes(event)) &&
        (messageId === undefined || messageId === mail.id) &&
        at >= start &&
        (!end || at <= end),
    );
    const limit: number = query.pagination?.limit ?? 100;
    const from = Number(query.pagination?.token ?? 0);
    const next = from + limit < matching.length ? String(from + limit) : undefined;
    const items = matching.slice(from, from + limit).map(logItem);
    return respond(response, 200, { start: query.start, end: query.end, items, pagination: { next }, aggregates: {} });
  }

  function logItem({ mail, event, at, rest }: LogResult) {
    const variables = Object.entries(mail.fields).filter(([name]) => name.startsWith("v:"));
    return {
      id: `event-${event}-${mail.id}`,
      event,
      "@timestamp": at.toISOString(),
      ...rest,
      domain: { name: domain },
      "user-variables": JSON.stringify(Object.fromEntries(variables.map(([name, value]) => [name.slice(2), value]))),
      message: { headers: { "message-id": mail.id, to: mail.to, subject: mail.subject, from: mail.fields.from } },
    };
  }

  return {
    ...server,
    apiKey,
    domain,
    /** All accepted mails in order, also those with a lost response. */
    taken,
    logQueryCount: () => logQueries,
    /** Whether requests to the log fail. */
    breakLog(isBroken: boolean) {
      isLogDown = isBroken;
    },
    /** Adds to the log what became of a mail. */
    logResult,
    /** Puts an address on the list of those to which nothing is sent since they bounced. */
    suppress: (address: string) => bounced.add(address),
    /** Responds to the requests that met "accept_then_wait". */
    answerWaiting() {
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

const SUPPRESSED = {
  severity: "permanent",
  reason: "suppress-bounce",
  "delivery-status": { code: 605, message: "Not delivering to previously bounced address" },
};

type LogResult = { mail: TakenMail; event: string; at: Date; rest: object };

/** Starts it as the mail provider of this process, with further settings. To be called before `env` is read. */
export async function sendWithMailgun(settings: Record<string, string> = {}): Promise<MailgunMock> {
  const server = await startMailgun();
  Object.assign(process.env, {
    MAILGUN_API_KEY: server.apiKey,
    MAILGUN_DOMAIN: server.domain,
    MAILGUN_URL: server.url,
    ...settings,
  });
  return server;
}

export type MailgunMock = Awaited<ReturnType<typeof startMailgun>>;

type Condition = { attribute: string; comparator: string; values: { label: string; value: string }[] };

async function multipart(request: IncomingMessage, body: Buffer): Promise<Record<string, string> | null> {
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return null;
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  return Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === "string"));
}

function isRfc2822(date: unknown): boolean {
  return typeof date === "string" && /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}$/.test(date);
}
