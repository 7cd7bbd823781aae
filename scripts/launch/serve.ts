import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { runCommand, runOrFail } from "./commands.ts";
import { openDatabases } from "./databases.ts";
import { keepAllRunning, type Service } from "./keep-running.ts";
import { openLog } from "./log-file.ts";
import { root } from "./project.ts";
import { openSecrets } from "./secrets.ts";
import { choosePort, isDemo, keepSettings, settingsFor } from "./settings.ts";
import type { Supervisor } from "./supervisor.ts";
import { waitForWeb } from "./until-ready.ts";
import { welcome } from "./welcome.ts";

type Script = "migrate" | "seed" | "web" | "worker";

interface App {
  mode: "production" | "development";
  argumentsOf: (script: Script) => string[];
  prepare?: () => Promise<void>;
  environment?: (settings: NodeJS.ProcessEnv) => NodeJS.ProcessEnv;
  output: "log" | "terminal";
}

export async function serve(supervisor: Supervisor, app: App): Promise<never> {
  const { home, processTag, children, progress } = supervisor;
  const secrets = openSecrets(home);
  // Says at once that a given port is in use.
  if (process.env.PORT) await choosePort(home);
  const given = { mysql: process.env.DATABASE_URL, postgres: process.env.WORKER_DATABASE_URL };
  const [databases] = await Promise.all([openDatabases({ home, children, progress, secrets, given }), app.prepare?.()]);

  // Not before the build, which takes minutes in a fresh clone: another clone may have taken the port meanwhile.
  const port = await choosePort(home);
  const settings = settingsFor({ mode: app.mode, home, port, databases, secrets });
  keepSettings(home, settings);
  const env = app.environment?.(settings) ?? settings;
  const argumentsOf = (name: Script) => [...app.argumentsOf(name), processTag];
  const run = (name: Script) => runCommand(children, process.execPath, argumentsOf(name), { cwd: root, env });
  await progress.step("Migrating the database", "Database migrated", () =>
    runOrFail("The database could not be migrated:", run("migrate")),
  );
  if (isDemo()) {
    await progress.step("Preparing the demo account", "Demo account ready", () =>
      runOrFail("The demo account could not be prepared:", run("seed")),
    );
  }

  function startService(name: "web" | "worker") {
    const log = app.output === "log" ? openLog(home, name) : undefined;
    const launch = (stdio: ["ignore", "pipe" | number, "pipe" | number]) =>
      children.start({
        name: `The ${name}`,
        command: process.execPath,
        args: argumentsOf(name),
        tier: "app",
        options: { cwd: root, env, stdio },
      });
    function start() {
      if (log) return log.opened((handle) => launch(["ignore", handle, handle]));
      const child = launch(["ignore", "pipe", "pipe"]);
      for (const input of [child.stdout, child.stderr]) {
        if (input) createInterface({ input }).on("line", (line) => progress.say(`${`[${name}]`.padEnd(9)} ${line}`));
      }
      return child;
    }
    return { start, process: start(), log, tail: log?.tail };
  }
  const services = await progress.step("Starting web and worker", "Web and worker running", async () => {
    const [web, worker] = [startService("web"), startService("worker")];
    await waitForWeb(web.process, port, web.log);
    return [web, worker] satisfies Service[];
  });
  const logs = app.output === "log" ? relative(root, join(home, "log")) : undefined;
  progress.say(welcome({ address: settings.BASE_URL ?? "", isDemo: isDemo(), logs }));
  return keepAllRunning(supervisor, [...services, ...databases.servers]);
}
