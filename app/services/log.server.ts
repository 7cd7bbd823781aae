import { pino } from "pino";
import { env } from "~/env.server";

/** Log lines carry ids and causes, never addresses, titles or text of people. */
export const log = pino({
  level: env.LOG_LEVEL,
  base: undefined,
  redact: {
    paths: ["email", "to", "name", "title", "message", "password", "token", "code", "*.email", "*.password"],
    remove: true,
  },
});
