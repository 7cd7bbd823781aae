import type { ProviderOptions, WebhookOptions } from "../harness/mail-provider.ts";

/**
 * Loses 5% of the answers after accepting; the log lags by a second and fails one query in twenty. Requests
 * that hang and refusals that pause all workers are rare, since they hold up every other letter.
 */
export const PROVIDER: Omit<ProviderOptions, "seed" | "faultyAttempts"> = {
  outcomes: {
    ok: 82.85,
    slow: 3,
    too_many: 0.15,
    server_error: 4,
    close: 4,
    timeout: 0.5,
    bad_request: 0.5,
    accept_then_server_error: 2,
    accept_then_close: 2.6,
    accept_then_timeout: 0.4,
  },
  delayMs: [5, 60],
  logLagMs: 1_000,
  logFaults: 0.05,
};
/**
 * Longer than the 3 s that a mail has to leave, the slowest accepting answer and the log's lag together, by a margin
 * for a busy machine, as Mailgun's 120 s are in production.
 */
export const LOG_DELAY_SECONDS = { fast: 8, slow: 20 };

/** One mail in fifty bounces; a fifth of the events are sent twice, and all of them late. */
export const WEBHOOKS: Omit<WebhookOptions, "url" | "key"> = { bounced: 0.02, repeated: 0.2, maxDelayMs: 8_000 };
