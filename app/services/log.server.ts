import { pino } from "pino";
import { env } from "~/env.server";
import { createLogDestination } from "./log-destination.server";

/** Errors of the database quote a query's values in message, cause and stack, so only their code is logged. */
export function describeError(error: unknown): { type: string; code?: string; message?: string; stack?: string } {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = codeOf(error);
  const stack = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(code && { code }),
    ...(!isAboutQuery(error) && { message: error.message }),
    ...(stack && { stack: stack.join("\n") }),
  };
}

function causesOf(error: Error): Error[] {
  const causes: Error[] = [];
  for (let cause: unknown = error; cause instanceof Error && causes.length < 10; cause = cause.cause)
    causes.push(cause);
  return causes;
}

function codeOf(error: Error): string | undefined {
  const coded = causesOf(error).find((cause) => "code" in cause);
  return coded && "code" in coded ? String(coded.code) : undefined;
}

function isAboutQuery(error: Error): boolean {
  return causesOf(error).some(
    (cause) => "query" in cause || "sql" in cause || "sqlState" in cause || "severity" in cause,
  );
}

/** In batches: writing lines one at a time took a seventh of a page's time. */
const destination = createLogDestination(1);
process.once("exit", () => destination.flush());

/** From `warn` on, lines are flushed at once, since the process may end next. */
const URGENT = 40;

/** Lines carry ids and causes, never addresses, titles or text of people. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: undefined,
    serializers: { err: describeError },
    hooks: {
      logMethod(args, method, level) {
        method.apply(this, args);
        if (level >= URGENT) destination.flush();
      },
    },
  },
  destination,
);

/** What an operator reads after an incident: sign-ins, refusals, changes. Written at any LOG_LEVEL but `silent`. */
export const securityLog = log.child({ log: "security" }, { level: env.LOG_LEVEL === "silent" ? "silent" : "info" });
