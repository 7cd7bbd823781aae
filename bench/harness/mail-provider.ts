/**
 * Mailgun on a bad day, as a process of its own: the stand-in of tests/mocks behind a front that loses, delays and refuses by a
 * seed. Its log answers truthfully, but lags as Mailgun's does. `GET /taken` tells what really was taken.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { startMailgun } from "../../tests/mocks/mailgun.ts";
import { createRandom } from "./random.ts";
import { startWebhooks, type WebhookOptions } from "./webhooks.ts";

export type Fate =
  | "ok"
  | "slow"
  | "too_many"
  | "server_error"
  | "close"
  | "timeout"
  | "bad_request"
  | "accept_then_server_error"
  | "accept_then_close"
  | "accept_then_timeout";

export type ProviderOptions = {
  seed: string;
  /** How likely each fate of a request to send is; those after the first `faultyAttempts` for one address go well. */
  fates: Partial<Record<Fate, number>>;
  faultyAttempts: number;
  /** What an ordinary answer takes, in milliseconds. */
  delayMs: [number, number];
  /** How far the log lags behind, and the share of mails about which the first question to it fails. */
  logLagMs: number;
  logFaults: number;
  /** How many mails a second it takes: what comes beyond that, and beyond as many at once, is answered 429. */
  perSecond?: number;
  /** Where it tells what becomes of the mails, if somebody listens. */
  webhooks?: WebhookOptions;
};

/** One mail that was taken: the number of its vault is read from its text. */
export type Arrival = { letter: number; to: string; messageId: string; takenAt: number };
export type Taken = {
  arrivals: Arrival[];
  requests: number;
  /** Of those, what came beyond `perSecond`. */
  throttled: number;
  unanswered: string[];
  /** Message-Ids of mails that came back. */
  bounced: string[];
  /** Events that are still to be told. */
  untold: number;
};

/** A hanging request is cut after this, in milliseconds: sooner than any sender gives up, so that runs stay short. */
const HANGS_FOR = 2_000;

const options: ProviderOptions = JSON.parse(process.argv[2] ?? "");
const mailgun = await startMailgun({ retryAfter: "2" });
const agent = new Agent({ keepAlive: true });
const webhooks = options.webhooks && startWebhooks(options.seed, options.webhooks);
const attempts = new Map<string, number>();
const unanswered = new Set<string>();
const logRandom = createRandom(`${options.seed} log`);
let requests = 0;
let followed = 0;
let throttled = 0;
let room = { mails: options.perSecond ?? 0, at: performance.now() };

const server = createServer((incoming, response) => {
  answer(incoming, response).catch(() => response.destroy());
});
server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (incoming.url === "/taken") return void response.end(JSON.stringify(taken()));
  if (incoming.url === "/v1/analytics/logs") return answerLog(incoming, body, response);
  requests += 1;
  if (!hasRoom()) {
    throttled += 1;
    return end(response, 429, { message: "Too many" }, { "Retry-After": "1" });
  }
  return answerSend(incoming, body, response);
}

function hasRoom(): boolean {
  const { perSecond } = options;
  if (perSecond === undefined) return true;
  const at = performance.now();
  const mails = Math.min(perSecond, room.mails + ((at - room.at) / 1_000) * perSecond);
  room = { mails: mails < 1 ? mails : mails - 1, at };
  return mails >= 1;
}

function taken(): Taken {
  const arrivals = mailgun.taken.map(({ id, to, takenAt, text }) => ({
    letter: Number(/Letter (\d+) of/.exec(text)?.[1] ?? Number.NaN),
    to: /<([^>]+)>/.exec(to)?.[1] ?? to,
    messageId: id,
    takenAt: takenAt.getTime(),
  }));
  const bounced = [...(webhooks?.bounced ?? [])];
  return { arrivals, requests, throttled, unanswered: [...unanswered], bounced, untold: webhooks?.untold() ?? 0 };
}

async function answerSend(incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
  const to = /name="to"\r\n\r\n([^\r]*)/.exec(body.toString("latin1"))?.[1] ?? "";
  const attempt = attempts.get(to) ?? 0;
  attempts.set(to, attempt + 1);
  const random = createRandom(`${options.seed} ${to} ${attempt}`);
  const fate = attempt < options.faultyAttempts ? random.weighted(options.fates) : "ok";
  await pause(random.between(...options.delayMs) + (fate === "slow" ? random.between(100, 900) : 0));
  if (fate === "close") return void response.destroy();
  if (fate === "timeout") return void pause(HANGS_FOR).then(() => response.destroy());
  if (fate === "server_error") return end(response, 500, {});
  if (fate === "bad_request") return end(response, 400, { message: "to parameter is not a valid address" });
  if (fate === "too_many") return end(response, 429, { message: "Too many" }, { "Retry-After": "2" });

  const passed = await pass(incoming, body);
  for (const mail of mailgun.taken.slice(followed)) webhooks?.follow(mail);
  followed = mailgun.taken.length;
  if (fate === "accept_then_server_error") return end(response, 500, {});
  if (fate === "accept_then_close") return void response.destroy();
  if (fate === "accept_then_timeout") return void pause(HANGS_FOR).then(() => response.destroy());
  if (fate === "slow") await pause(random.between(100, 900));
  response.writeHead(passed.status, { "Content-Type": "application/json" }).end(passed.body);
}

/** What was taken within the last `logLagMs` is not in the log yet. */
async function answerLog(incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
  const query = JSON.parse(body.toString());
  const conditions: { attribute: string; values: { value: string }[] }[] = query.filter?.AND ?? [];
  const asked = conditions.find(({ attribute }) => attribute === "message_id")?.values[0]?.value;
  if (asked && !unanswered.has(asked) && logRandom.next() < options.logFaults) {
    unanswered.add(asked);
    return end(response, 500, {});
  }
  if (options.logLagMs > 0) query.end = new Date(Date.now() - options.logLagMs).toUTCString().replace("GMT", "+0000");
  const passed = await pass(incoming, Buffer.from(JSON.stringify(query)));
  response.writeHead(passed.status, { "Content-Type": "application/json" }).end(passed.body);
}

function pass(incoming: IncomingMessage, body: Buffer): Promise<{ status: number; body: Buffer }> {
  const { "transfer-encoding": _, connection: __, ...headers } = incoming.headers;
  return new Promise((resolve, reject) => {
    const onward = request(
      mailgun.url + incoming.url,
      { method: incoming.method, agent, headers: { ...headers, "content-length": body.length } },
      async (answered) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answered) chunks.push(chunk);
        resolve({ status: answered.statusCode ?? 500, body: Buffer.concat(chunks) });
      },
    );
    onward.on("error", reject);
    onward.end(body);
  });
}

function end(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}
