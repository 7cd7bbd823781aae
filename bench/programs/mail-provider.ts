/**
 * A fake Mailgun in its own process: tests/mocks/mailgun.ts behind a proxy that loses, delays and refuses requests by a
 * seed. Its log is correct but lags, as Mailgun's does. Beside it, an SMTP server with the same faults. `GET /state`
 * returns what was really accepted by both.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { startMailgun } from "../../tests/mocks/mailgun.ts";
import type { Arrival, ProviderOptions, ProviderState } from "../harness/mail-provider.ts";
import { printResult, programInput } from "../harness/program-io.ts";
import { createRandom } from "../harness/random.ts";
import { letterIn, startSmtpServer } from "../harness/smtp-server.ts";
import { startWebhooks } from "../harness/webhooks.ts";

/** Hanging requests are closed sooner than any sender gives up, which keeps runs short. */
const HANG_MS = 2_000;

const options = programInput<ProviderOptions>();
const mailgun = await startMailgun({ retryAfter: "2" });
const agent = new Agent({ keepAlive: true });
const webhooks = options.webhooks && startWebhooks(options.seed, options.webhooks);
const attempts = new Map<string, number>();
const failedLogQueries = new Set<string>();
const logRandom = createRandom(`${options.seed} log`);
let requests = 0;
let slowMs = 0;
let announced = 0;
let throttled = 0;
let bucket = { mails: options.perSecond ?? 0, at: performance.now() };

const smtp = await startSmtpServer(planAttempt);

const server = createServer((incoming, response) => {
  answer(incoming, response).catch(() => response.destroy());
});
server.listen(0, "127.0.0.1", () => {
  void printResult({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, smtpPort: smtp.port });
});

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (incoming.url === "/state") return void response.end(JSON.stringify(state()));
  if (incoming.url?.startsWith("/slow")) {
    slowMs = Number(new URL(incoming.url, "http://localhost").searchParams.get("ms"));
    return void response.end();
  }
  if (incoming.url === "/v1/analytics/logs") return answerLog(incoming, body, response);
  requests += 1;
  if (!takeToken()) {
    throttled += 1;
    return end(response, 429, { message: "Too many" }, { "Retry-After": "1" });
  }
  return answerSend(incoming, body, response);
}

/** What becomes of the next attempt at an address, by the seed. */
function planAttempt(to: string) {
  const attempt = attempts.get(to) ?? 0;
  attempts.set(to, attempt + 1);
  const random = createRandom(`${options.seed} ${to} ${attempt}`);
  const outcome = attempt < options.faultyAttempts ? random.weighted(options.outcomes) : "ok";
  const isSlow = outcome === "slow";
  const beforeMs = slowMs + random.between(...options.delayMs) + (isSlow ? random.between(100, 900) : 0);
  return { outcome, beforeMs, afterMs: isSlow ? random.between(100, 900) : 0 };
}

function takeToken(): boolean {
  const { perSecond } = options;
  if (perSecond === undefined) return true;
  const at = performance.now();
  const mails = Math.min(perSecond, bucket.mails + ((at - bucket.at) / 1_000) * perSecond);
  bucket = { mails: mails < 1 ? mails : mails - 1, at };
  return mails >= 1;
}

/** Read once: a long run asks for thousands of them again and again. */
const arrivals: Arrival[] = [];

function state(): ProviderState {
  for (const { id, to, takenAt, text } of mailgun.taken.slice(arrivals.length)) {
    const address = /<([^>]+)>/.exec(to)?.[1] ?? to;
    arrivals.push({ letter: letterIn(text), to: address, messageId: id, takenAt: takenAt.getTime() });
  }
  const bounced = [...(webhooks?.bounced ?? [])];
  return {
    arrivals: [...arrivals, ...smtp.arrivals],
    requests: requests + smtp.requestCount(),
    throttled,
    failedLogQueries: [...failedLogQueries],
    bounced,
    pendingEvents: webhooks?.pending() ?? 0,
  };
}

async function answerSend(incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
  const to = /name="to"\r\n\r\n([^\r]*)/.exec(body.toString("latin1"))?.[1] ?? "";
  const { outcome, beforeMs, afterMs } = planAttempt(to);
  await pause(beforeMs);
  if (outcome === "close") return void response.destroy();
  if (outcome === "timeout") return void pause(HANG_MS).then(() => response.destroy());
  if (outcome === "server_error") return end(response, 500, {});
  if (outcome === "bad_request") return end(response, 400, { message: "to parameter is not a valid address" });
  if (outcome === "too_many") return end(response, 429, { message: "Too many" }, { "Retry-After": "2" });

  const passed = await forward(incoming, body);
  for (const mail of mailgun.taken.slice(announced)) webhooks?.announce(mail);
  announced = mailgun.taken.length;
  if (outcome === "accept_then_server_error") return end(response, 500, {});
  if (outcome === "accept_then_close") return void response.destroy();
  if (outcome === "accept_then_timeout") return void pause(HANG_MS).then(() => response.destroy());
  await pause(afterMs);
  response.writeHead(passed.status, { "Content-Type": "application/json" }).end(passed.body);
}

async function answerLog(incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
  const query = JSON.parse(body.toString());
  const conditions: { attribute: string; values: { value: string }[] }[] = query.filter?.AND ?? [];
  const messageId = conditions.find(({ attribute }) => attribute === "message_id")?.values[0]?.value;
  if (messageId && !failedLogQueries.has(messageId) && logRandom.next() < options.logFaults) {
    failedLogQueries.add(messageId);
    return end(response, 500, {});
  }
  const known = new Date(Date.now() - options.logLagMs);
  if (options.logLagMs > 0 && !(new Date(query.end) < known)) query.end = known.toUTCString().replace("GMT", "+0000");
  const passed = await forward(incoming, Buffer.from(JSON.stringify(query)));
  response.writeHead(passed.status, { "Content-Type": "application/json" }).end(passed.body);
}

function forward(incoming: IncomingMessage, body: Buffer): Promise<{ status: number; body: Buffer }> {
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
