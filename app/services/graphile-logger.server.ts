import { Logger } from "graphile-worker";
import { log } from "./log.server";

/**
 * Errors and warnings of graphile-worker. Its debug lines contain payloads; failed jobs are logged by the task itself.
 */
export const graphileLogger = new Logger(() => (level, message) => {
  if (/^Failed task/.test(message)) return;
  if (level === "error") log.error({ source: "graphile-worker" }, message);
  if (level === "warning") log.warn({ source: "graphile-worker" }, message);
});
