import { Logger } from "graphile-worker";
import { log } from "~/services/log.server";

/** graphile-worker's own lines, without its debug output: that would carry payloads. */
export const graphileLogger = new Logger(() => (level, message) => {
  if (level === "error") log.error({ source: "graphile-worker" }, message);
  if (level === "warning") log.warn({ source: "graphile-worker" }, message);
});
