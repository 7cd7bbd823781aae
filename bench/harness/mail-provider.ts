import { join } from "node:path";
import type { Child, Children } from "../../scripts/launch/children.ts";
import { root } from "../../scripts/launch/project.ts";
import { readResult } from "./program-io.ts";

/** What happens to a request to send; `accept_*` accept the mail and lose the answer. */
export type SendOutcome =
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
  /** The weight of each outcome; requests after the first `faultyAttempts` for one address succeed. */
  outcomes: Partial<Record<SendOutcome, number>>;
  faultyAttempts: number;
  /** The shortest and the longest time of an ordinary answer, in milliseconds. */
  delayMs: [number, number];
  /** How far the log lags behind, and the share of mails for which the first log query fails. */
  logLagMs: number;
  logFaults: number;
  /** Mails a second, and in one burst; more are answered 429. */
  perSecond?: number;
  webhooks?: WebhookOptions;
};

export type WebhookOptions = {
  url: string;
  key: string;
  /** The share of mails that bounce, the share of events sent twice, and their longest delay in milliseconds. */
  bounced: number;
  repeated: number;
  maxDelayMs: number;
};

/** A mail that was accepted; the number of its letter is read from its text. */
export type Arrival = { letter: number; to: string; messageId: string; takenAt: number };

export type ProviderState = {
  arrivals: Arrival[];
  requests: number;
  /** Requests refused because of `perSecond`. */
  throttled: number;
  /** Message-Ids whose first log query failed. */
  failedLogQueries: string[];
  /** Message-Ids of mails that bounced. */
  bounced: string[];
  /** Webhook events not answered yet. */
  pendingEvents: number;
};

export type MailProvider = { process: Child; env: Record<string, string>; state: () => Promise<ProviderState> };

/** Accepts every mail at once. */
export const RELIABLE: Omit<ProviderOptions, "seed"> = {
  outcomes: { ok: 1 },
  faultyAttempts: 0,
  delayMs: [0, 0],
  logLagMs: 0,
  logFaults: 0,
};

/** Starts bench/programs/mail-provider.ts and waits until it listens. */
export async function startMailProvider(children: Children, options: ProviderOptions): Promise<MailProvider> {
  const child = children.start({
    name: "The mail provider",
    command: process.execPath,
    args: [join(root, "bench/programs/mail-provider.ts"), JSON.stringify(options)],
    tier: "app",
    options: { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
  });
  for await (const chunk of child.stdout ?? []) {
    const { url } = readResult<{ url: string }>(String(chunk));
    return {
      process: child,
      env: { MAILGUN_URL: url, MAILGUN_API_KEY: "key-test", MAILGUN_DOMAIN: "mg.example.org" },
      state: async () => (await (await fetch(`${url}/state`)).json()) as ProviderState,
    };
  }
  throw new Error("The mail provider did not start.");
}
