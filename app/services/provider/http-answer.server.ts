import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { currentSendRight, type SendRight, staleClaim } from "./send-right.server";

export type HttpAnswer = { status: number; retryAfterSeconds?: number };

type WatchedCall = { answer?: HttpAnswer; right: SendRight };

const watched = new AsyncLocalStorage<WatchedCall>();

subscribe("http.client.request.created", (event) => {
  const attempt = watched.getStore();
  if (attempt) stopLateWrites((event as { request: ClientRequest }).request, attempt.right);
});

subscribe("http.client.response.finish", (event) => {
  const attempt = watched.getStore();
  if (!attempt) return;
  const { request, response } = event as { request: ClientRequest; response: IncomingMessage };
  // After a suspension the server may be about to close the connection.
  if (attempt.right.isStale()) request.shouldKeepAlive = false;
  attempt.answer = {
    status: response.statusCode ?? 0,
    retryAfterSeconds: retryAfterSeconds(response.headers["retry-after"]),
  };
});

/** For SDKs that report a network error as a response or drop headers: the response seen on node:http, if any. */
export async function watchAnswer<Result>(
  call: () => Promise<Result>,
): Promise<{ answer?: HttpAnswer; result?: Result; error?: unknown }> {
  const attempt: WatchedCall = { right: currentSendRight() };
  try {
    const result = await watched.run(attempt, call);
    return { answer: attempt.answer, result };
  } catch (error) {
    return { answer: attempt.answer, error };
  }
}

function stopLateWrites(request: ClientRequest, right: SendRight): void {
  const isLate = () => {
    const late = right.isStale();
    if (late) request.destroy(staleClaim());
    return late;
  };
  const { write, end } = request as unknown as Record<"write" | "end", (...args: unknown[]) => unknown>;
  Object.assign(request, {
    write: (...args: unknown[]) => !isLate() && write.apply(request, args),
    end: (...args: unknown[]) => (isLate() ? request : end.apply(request, args)),
  });
  // Bytes written before the connection is established are buffered and sent as soon as it is.
  request.on("socket", (socket: Socket) => {
    if (!isLate() && socket.connecting) socket.prependOnceListener("connect", isLate);
  });
}

/** RFC 9110, 10.2.3: seconds or a date. Kept between a second and an hour. */
function retryAfterSeconds(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(3600, Math.max(1, Math.ceil(seconds)));
}

/** Codes that mean nothing was sent: names, routes, ports, certificates. */
export function isCertainlyUnsent(code: string): boolean {
  return NEVER_CONNECTED.test(code);
}

const NEVER_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ERR_TLS_CERT_ALTNAME_INVALID|.*CERT.*|UNABLE_TO_VERIFY_LEAF_SIGNATURE|EPROTO)$/;
