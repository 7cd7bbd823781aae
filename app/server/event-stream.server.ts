import { now } from "~/services/clock.server";

/** Makes proxies keep the stream open. */
const HEARTBEAT_MS = 20_000;
/** Then the browser reconnects, which checks its session again. */
const LIFETIME_MS = 10 * 60_000;
const RETRY_MS = 2_000;

/** A stopping server waits for its responses to end. */
const open = new Set<() => void>();
let endsAtSignals = false;

/** Called for the first stream: a handler from before `runWeb` has its own would swallow the signal. */
function endAtSignals(): void {
  if (endsAtSignals) return;
  endsAtSignals = true;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      for (const end of open) end();
    });
  }
}

/**
 * Server-sent events (WHATWG HTML, section 9.2), with the milliseconds of the server's clock as ids. `subscribe`
 * returns the unsubscribe function, and may call `end` later.
 */
export function eventStream(
  { method, signal }: Request,
  subscribe: (send: (event: unknown) => void, end: () => void) => () => void,
): Response {
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      // An id alone dispatches no event, but is sent as Last-Event-ID when the browser reconnects.
      const id = () => `id: ${now().getTime()}\n`;
      const unsubscribe = subscribe(
        (event) => write(`${id()}data: ${JSON.stringify(event)}\n\n`),
        () => end(),
      );
      const heartbeat = setInterval(() => write(`${id()}\n`), HEARTBEAT_MS);
      const end = () => {
        stop();
        controller.close();
      };
      const lifetime = setTimeout(end, LIFETIME_MS);
      endAtSignals();
      open.add(end);
      stop = () => {
        unsubscribe();
        clearInterval(heartbeat);
        clearTimeout(lifetime);
        open.delete(end);
      };
      // Remix drops the body of a response to HEAD.
      if (signal.aborted || method === "HEAD") {
        end();
        return;
      }
      signal.addEventListener("abort", () => stop(), { once: true });
      write(`${id()}retry: ${RETRY_MS}\n\n`);
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      // Turns off buffering in nginx.
      "X-Accel-Buffering": "no",
    },
  });
}
