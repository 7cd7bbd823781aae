import { plainPage } from "./plain-page.server";
import type { Handle } from "./server.server";

const STARTING =
  "Amberkeep is starting. Please try again in a moment. If you sent a form, go back: what you wrote is still in it.";

/** Answers with 503 until `ready` resolves, except to the liveness check. */
export function whenReady(ready: Promise<void>, handle: Handle): Handle {
  let isReady = false;
  const note = () => {
    isReady = true;
  };
  ready.then(note, () => {});
  return async (request, connection) =>
    isReady || new URL(request.url).pathname === "/healthz"
      ? handle(request, connection)
      : plainPage(STARTING, { status: 503, headers: { "Retry-After": "5" } });
}
