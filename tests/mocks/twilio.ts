import { createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isAuthorized, readRequest, respond, startMockServer } from "./mock-server.ts";

/**
 * Faults of the next requests to send. `accept_*` accept the message and lose the response, as real providers sometimes
 * do.
 */
export type TwilioFault =
  | "ok"
  | "no_such_number"
  | "said_stop"
  | "no_permission"
  | "unknown_refusal"
  | "too_many"
  | "server_error"
  | "timeout"
  | "close"
  | "accept_then_server_error"
  | "accept_then_close"
  | "accept_then_timeout"
  | "accept_then_nonsense";

export type TakenText = {
  sid: string;
  takenAt: Date;
  to: string;
  from: string;
  body: string;
  status: string;
  errorCode?: number;
  callbackUrl?: string;
};

type Options = {
  accountSid?: string;
  authToken?: string;
  retryAfter?: string;
  /** How the account changes the stored body: the prefix of a trial account, or redaction. */
  keeps?: (body: string) => string;
};

/**
 * A mock of Twilio over real HTTP: POST and GET /2010-04-01/Accounts/{AC…}/Messages.json (forms, Basic authentication,
 * JSON in snake case) and signed status callbacks. It refuses what Twilio refuses.
 */
export async function startTwilio(options: Options = {}) {
  const { accountSid = `AC${"0".repeat(32)}`, authToken = "token-test", retryAfter = "7", keeps } = options;
  const taken: TakenText[] = [];
  let listQueries = 0;

  const server = await startMockServer<TwilioFault>(async (request, response, nextFault) => {
    const body = (await readRequest(request)).toString();
    const url = new URL(request.url ?? "/", "http://twilio.test");
    if (!isAuthorized(request, accountSid, authToken)) return refuse(response, 401, 20003, "Authenticate");
    if (url.pathname !== `/2010-04-01/Accounts/${accountSid}/Messages.json`)
      return refuse(response, 404, 20404, "The requested resource was not found");
    return request.method === "POST" ? create(request, response, body, nextFault()) : list(response, url.searchParams);
  });

  function create(request: IncomingMessage, response: ServerResponse, body: string, fault: TwilioFault) {
    if (fault === "close") return response.destroy();
    if (fault === "timeout") return;
    if (fault === "server_error") return refuse(response, 500, 20500, "Internal Server Error");
    if (fault === "too_many") return refuse(response, 429, 20429, "Too Many Requests", { "Retry-After": retryAfter });
    if (fault === "said_stop") return refuse(response, 400, 21610, "Attempt to send to unsubscribed recipient");
    if (fault === "no_permission")
      return refuse(response, 400, 21408, "Permission has not been enabled for the region");
    if (fault === "unknown_refusal") return refuse(response, 400, 29999, "Something about the account");
    if (!request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
      return refuse(response, 400, 21604, "A 'To' phone number is required.");
    const fields = new URLSearchParams(body);
    const to = fields.get("To") ?? "";
    const from = fields.get("From") ?? fields.get("MessagingServiceSid") ?? "";
    const words = fields.get("Body") ?? "";
    if (fault === "no_such_number" || !/^\+[1-9]\d{6,14}$/.test(to))
      return refuse(response, 400, 21211, `Invalid 'To' Phone Number: ${to}`);
    if (!from) return refuse(response, 400, 21603, "A 'From' phone number is required.");
    if (!words) return refuse(response, 400, 21602, "Message body is required.");
    if (words.length > 1600) return refuse(response, 400, 21617, "The concatenated message body exceeds the limit");
    const callbackUrl = fields.get("StatusCallback") ?? undefined;
    if (callbackUrl && !URL.canParse(callbackUrl)) return refuse(response, 400, 21609, "Invalid StatusCallback");
    const sid = `SM${randomBytes(16).toString("hex")}`;
    const text: TakenText = { sid, takenAt: new Date(), to, from, body: words, status: "queued", callbackUrl };
    taken.push(text);
    if (fault === "accept_then_close") return response.destroy();
    if (fault === "accept_then_timeout") return;
    if (fault === "accept_then_server_error") return refuse(response, 500, 20500, "Internal Server Error");
    if (fault === "accept_then_nonsense") return response.writeHead(201).end("<html>");
    return respond(response, 201, resource(text));
  }

  /** Newest first, at most PageSize on a page; filtered by `To` only, since queued messages have no DateSent. */
  function list(response: ServerResponse, query: URLSearchParams) {
    listQueries++;
    const size = Math.min(1000, Number(query.get("PageSize") ?? 50));
    const page = Number(query.get("Page") ?? 0);
    const found = taken.filter((text) => !query.has("To") || text.to === query.get("To")).reverse();
    const next = new URLSearchParams(query);
    next.set("Page", String(page + 1));
    const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;
    return respond(response, 200, {
      messages: found.slice(page * size, (page + 1) * size).map(resource),
      page,
      page_size: size,
      uri: `${path}?${query}`,
      next_page_uri: found.length > (page + 1) * size ? `${path}?${next}` : null,
    });
  }

  function resource(text: TakenText) {
    return {
      account_sid: accountSid,
      sid: text.sid,
      to: text.to,
      from: text.from,
      body: keeps ? keeps(text.body) : text.body,
      direction: "outbound-api",
      status: text.status,
      error_code: text.errorCode ?? null,
      error_message: null,
      num_segments: "1",
      date_created: rfc2822(text.takenAt),
      date_sent: text.status === "queued" ? null : rfc2822(text.takenAt),
    };
  }

  return {
    ...server,
    accountSid,
    authToken,
    /** All accepted messages in order, also those with a lost response. */
    taken,
    listQueryCount: () => listQueries,
    /** Returns what Twilio posts to the callback URL of a message when its status changes. */
    callback(text: TakenText, status: string, more: Record<string, string> = {}) {
      text.status = status;
      return signedCallback({ accountSid, authToken, url: text.callbackUrl ?? "", text, status, more });
    },
  };
}

export type TwilioMock = Awaited<ReturnType<typeof startTwilio>>;

type Callback = {
  accountSid: string;
  authToken: string;
  url: string;
  text: Pick<TakenText, "sid" | "to" | "from">;
  status: string;
  more?: Record<string, string>;
};

/**
 * Returns a status callback: its URL, its form, and the signature of both (HMAC-SHA-1 of the URL and the sorted
 * fields).
 */
export function signedCallback({ accountSid, authToken, url, text, status, more = {} }: Callback) {
  const fields: Record<string, string> = {
    AccountSid: accountSid,
    ApiVersion: "2010-04-01",
    From: text.from,
    MessageSid: text.sid,
    MessageStatus: status,
    SmsSid: text.sid,
    SmsStatus: status,
    To: text.to,
    ...more,
  };
  const signed = Object.keys(fields)
    .sort()
    .reduce((all, name) => all + name + fields[name], url);
  const signature = createHmac("sha1", authToken).update(signed).digest("base64");
  return { url, body: new URLSearchParams(fields).toString(), signature, fields };
}

function rfc2822(date: Date): string {
  return date.toUTCString().replace("GMT", "+0000");
}

function refuse(
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
) {
  respond(
    response,
    status,
    { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
    headers,
  );
}
