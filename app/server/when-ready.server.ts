import { setTimeout as pause } from "node:timers/promises";
import { plainPage } from "./plain-page.server";
import type { Handle } from "./server.server";

const STARTING =
  "Amberkeep is starting. Please try again in a moment. If you sent a form, go back: what you wrote is still in it.";

/** For a database that restarts: what was typed would otherwise only be in the browser. */
export const FORM_WAITS_MS = 15_000;

/** Answers with 503 until `ready` resolves, except to the liveness check. Holds forms for up to 15 seconds. */
export function whenReady(ready: Promise<void>, handle: Handle): Handle {
  let isReady = false;
  const note = () => {
    isReady = true;
  };
  const noted = ready.then(note, () => {});
  return async (request, connection) => {
    if (!isReady && request.method === "POST")
      await Promise.race([noted, pause(FORM_WAITS_MS, undefined, { ref: false })]);
    return isReady || new URL(request.url).pathname === "/healthz"
      ? handle(request, connection)
      : plainPage(STARTING, { status: 503, headers: { "Retry-After": "5" } });
  };
}
