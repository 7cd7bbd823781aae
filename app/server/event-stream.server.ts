/** A silent line this often, in milliseconds, so that nothing on the way takes the stream for dead. */
const HEARTBEAT_MS = 20_000;
/** A stream ends after this long, in milliseconds. The browser opens the next one, if its session still holds. */
const LIFETIME_MS = 10 * 60_000;
/** How long the browser waits before it connects again, in milliseconds. */
const RETRY_MS = 2_000;

/** What ends each open stream. A process that is asked to stop waits for its answers, and these would have no end. */
const open = new Set<() => void>();
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    for (const end of open) end();
  });
}

/**
 * Server-sent events (WHATWG HTML, section 9.2) as long as the reader stays. `subscribe` is given what sends one event
 * as JSON, and answers how to stop.
 */
export function eventStream(signal: AbortSignal, subscribe: (send: (event: unknown) => void) => () => void): Response {
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const unsubscribe = subscribe((event) => write(`data: ${JSON.stringify(event)}\n\n`));
      const heartbeat = setInterval(() => write(":\n\n"), HEARTBEAT_MS);
      const end = () => {
        stop();
        controller.close();
      };
      const lifetime = setTimeout(end, LIFETIME_MS);
      open.add(end);
      stop = () => {
        unsubscribe();
        clearInterval(heartbeat);
        clearTimeout(lifetime);
        open.delete(end);
      };
      signal.addEventListener("abort", () => stop(), { once: true });
      write(`retry: ${RETRY_MS}\n\n`);
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      // Proxies that collect answers before they pass them on let this one through.
      "X-Accel-Buffering": "no",
    },
  });
}
