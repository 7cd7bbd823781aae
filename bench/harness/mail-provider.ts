import { join } from "node:path";
import type { Child, Children } from "../../scripts/launch/children.ts";
import { root } from "../../scripts/launch/project.ts";
import { readResult } from "./program-io.ts";

/** `accept_*` accept the mail and lose the answer; over SMTP, which cannot be asked, they just accept it. */
export type LoggedSend =
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
  /** How often each outcome occurs, as weights. After `faultyAttempts` for one address, requests succeed. */
  outcomes: Partial<Record<LoggedSend, number>>;
  faultyAttempts: number;
  /** The shortest and the longest delay of an answer. */
  delayMs: [number, number];
  /** The log's lag, and the share of mails whose first log query fails. */
  logLagMs: number;
  logFaults: number;
  /** Mails a second and in one burst; more get a 429. */
  perSecond?: number;
  webhooks?: WebhookOptions;
};

export type WebhookOptions = {
  url: string;
  key: string;
  /** The shares of bounced mails and of repeated events, and the longest delay of an event in milliseconds. */
  bounced: number;
  repeated: number;
  maxDelayMs: number;
};

/** The letter's number is read from the mail's text. */
export type Arrival = { letter: number; to: string; messageId: string; takenAt: number; overSmtp?: OverSmtp };

/** The login, and when the server had the whole mail, which it accepted at `takenAt`. */
export type OverSmtp = { login: string; handedOverAt: number };

export type ProviderState = {
  arrivals: Arrival[];
  requests: number;
  throttled: number;
  /** Message-Ids whose first log query failed. */
  failedLogQueries: string[];
  bounced: string[];
  pendingEvents: number;
};

export type MailProvider = {
  process: Child;
  env: Record<string, string>;
  /** With the login of a process, by which its mails can be told apart. */
  smtpUrl: (login: string) => string;
  state: () => Promise<ProviderState>;
  /** From now on, every mail takes this much longer. */
  slowDown: (ms: number) => Promise<void>;
};

export const RELIABLE: Omit<ProviderOptions, "seed"> = {
  outcomes: { ok: 1 },
  faultyAttempts: 0,
  delayMs: [0, 0],
  logLagMs: 0,
  logFaults: 0,
};

export async function startMailProvider(children: Children, options: ProviderOptions): Promise<MailProvider> {
  const child = children.start({
    name: "The mail provider",
    command: process.execPath,
    args: [join(root, "bench/programs/mail-provider.ts"), JSON.stringify(options)],
    tier: "app",
    options: { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
  });
  for await (const chunk of child.stdout ?? []) {
    const { url, smtpPort } = readResult<{ url: string; smtpPort: number }>(String(chunk));
    return {
      process: child,
      env: { MAILGUN_URL: url, MAILGUN_API_KEY: "key-test", MAILGUN_DOMAIN: "mg.example.org" },
      smtpUrl: (login) => `smtp://${login}:password@127.0.0.1:${smtpPort}`,
      state: async () => (await (await fetch(`${url}/state`)).json()) as ProviderState,
      async slowDown(ms) {
        await fetch(`${url}/slow?ms=${ms}`, { method: "POST" });
      },
    };
  }
  throw new Error("The mail provider did not start.");
}
