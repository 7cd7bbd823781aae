import { createInterface } from "node:readline";
import type { Child } from "./children.ts";
import type { Service } from "./keep-running.ts";
import { type LogFile, openLog } from "./log-file.ts";
import { root } from "./project.ts";
import type { Supervisor } from "./supervisor.ts";

export interface ServiceOptions {
  name: "web" | "worker";
  args: string[];
  env: NodeJS.ProcessEnv;
  output: "log" | "terminal";
}

/** Those of `npm run web`. */
export const WEB_FLAGS = ["--expose-gc", "--max-semi-space-size=32"];

/** A worker finishes the mail that it is sending, and a slow server may take 40 seconds for one. */
const STOP_TIMEOUT_MS = { web: 15_000, worker: 60_000 };

export function startService(
  { home, children, progress }: Pick<Supervisor, "home" | "children" | "progress">,
  { name, args, env, output }: ServiceOptions,
): Service & { log?: LogFile } {
  const log = output === "log" ? openLog(home, name) : undefined;
  function start(settings: NodeJS.ProcessEnv): Child {
    const launch = (stdio: ["ignore", "pipe" | number, "pipe" | number]) =>
      children.start({
        name: `The ${name}`,
        command: process.execPath,
        args,
        tier: "app",
        stopTimeoutMs: STOP_TIMEOUT_MS[name],
        options: { cwd: root, env: settings, stdio },
      });
    if (log) return log.opened((handle) => launch(["ignore", handle, handle]));
    const child = launch(["ignore", "pipe", "pipe"]);
    for (const input of [child.stdout, child.stderr]) {
      if (input) createInterface({ input }).on("line", (line) => progress.say(`${`[${name}]`.padEnd(9)} ${line}`));
    }
    return child;
  }
  // A restart does not confirm the time: a jump of the clock may be why the last worker ended.
  const restart = () => start({ ...env, CONFIRM_TIME: "0" });
  return { start: restart, process: start(env), log, tail: log?.tail };
}
