import { Logger } from "graphile-worker";
import { log } from "~/services/log.server";

/**
 * graphile-worker's own lines. Its debug output would carry payloads, and what it says of a failed job quotes the
 * error: those are logged by the task itself, in words that may be logged.
 */
export const graphileLogger = new Logger(() => (level, message) => {
  if (/^Failed task/.test(message)) return;
  if (level === "error") log.error({ source: "graphile-worker" }, message);
  if (level === "warning") log.warn({ source: "graphile-worker" }, message);
});
