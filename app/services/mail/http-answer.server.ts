import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** What a server answered on the wire. */
export type Answer = { status: number; retryAfterSeconds?: number };

const watched = new AsyncLocalStorage<{ answer?: Answer }>();

subscribe("http.client.response.finish", (event) => {
  const attempt = watched.getStore();
  if (!attempt) return;
  const { response } = event as { response: IncomingMessage };
  attempt.answer = {
    status: response.statusCode ?? 0,
    retryAfterSeconds: retryAfterSeconds(response.headers["retry-after"]),
  };
});

/**
 * Runs a call of an SDK and sees whether an answer came over node:http, and which: for SDKs that mistake a broken
 * network for an answer or lose its headers. Without an answer, none was seen; that errs on the careful side.
 */
export async function watchAnswer<Result>(
  call: () => Promise<Result>,
): Promise<{ answer?: Answer; result?: Result; error?: unknown }> {
  const attempt: { answer?: Answer } = {};
  try {
    const result = await watched.run(attempt, call);
    return { ...attempt, result };
  } catch (error) {
    return { ...attempt, error };
  }
}

/** RFC 9110 10.2.3: seconds or a date. Kept between a second and an hour. */
function retryAfterSeconds(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(3600, Math.max(1, Math.ceil(seconds)));
}
