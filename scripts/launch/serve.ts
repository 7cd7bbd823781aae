import { join, relative } from "node:path";
import { runCommand, runOrFail } from "./commands.ts";
import { openDatabases } from "./databases.ts";
import { keepAllRunning, type Service } from "./keep-running.ts";
import { root } from "./project.ts";
import { openSecrets } from "./secrets.ts";
import { startService } from "./service.ts";
import { choosePort, isDemo, keepSettings, settingsFor, takePort } from "./settings.ts";
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
  const { port, release } = await takePort(home);
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

  const services = await progress.step("Starting web and worker", "Web and worker running", async () => {
    await release();
    const start = (name: "web" | "worker") =>
      startService(supervisor, { name, args: argumentsOf(name), env, output: app.output });
    const [web, worker] = [start("web"), start("worker")];
    await waitForWeb(web.process, port, web.log);
    return [web, worker] satisfies Service[];
  });
  const logs = app.output === "log" ? relative(root, join(home, "log")) : undefined;
  progress.say(welcome({ address: settings.BASE_URL ?? "", isDemo: isDemo(), logs }));
  return keepAllRunning(supervisor, [...services, ...databases.servers]);
}
