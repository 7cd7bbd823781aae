import { join } from "node:path";
import { toolEnvironment } from "./launch/build.ts";
import { runOrRefuse, runOwned } from "./launch/commands.ts";
import { openDatabases } from "./launch/databases.ts";
import { runHouse } from "./launch/house.ts";
import { showLines } from "./launch/lines.ts";
import { loadSettings, root } from "./launch/project.ts";
import { openSecrets } from "./launch/secrets.ts";
import { keepServicesRunning } from "./launch/services.ts";
import { choosePort, isDemo, settingsFor } from "./launch/settings.ts";
import { waitForWeb } from "./launch/web-ready.ts";
import { welcome } from "./launch/welcome.ts";

loadSettings();
const farewell = { stopping: "Stopping …", stopped: "Stopped." };

await runHouse({ farewell }, async (house) => {
  const { home, mark, owned, progress } = house;
  const secrets = openSecrets(home);
  const port = await choosePort(home);
  const given = { mysql: process.env.DATABASE_URL, postgres: process.env.WORKER_DATABASE_URL };
  const databases = await openDatabases({ home, owned, progress, secrets, given });

  const settings = settingsFor({ mode: "development", home, port, databases, secrets });
  const env = toolEnvironment(settings);
  const tsx = (...args: string[]) => [join(root, "node_modules", "tsx", "dist", "cli.mjs"), ...args, mark];
  const runScript = (path: string) => runOwned(owned, process.execPath, tsx(path), { cwd: root, env });
  await progress.step("Bringing the tables up to date", "Tables up to date", () =>
    runOrRefuse("The tables could not be brought up to date:", runScript("scripts/migrate.ts")),
  );
  if (isDemo()) {
    await progress.step("Preparing the demo account", "Demo account ready", () =>
      runOrRefuse("The demo account could not be prepared:", runScript("scripts/seed.ts")),
    );
  }

  function service(name: string, args: string[]) {
    const start = () => {
      const child = owned.start({
        name: `The ${name}`,
        command: process.execPath,
        args,
        rank: "app",
        options: { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] },
      });
      for (const stream of [child.stdout, child.stderr]) showLines(stream, `[${name}]`.padEnd(9), progress.say);
      return child;
    };
    return { start, process: start() };
  }
  const { web, worker } = await progress.step("Starting web and worker", "Web and worker running", async () => {
    const services = {
      web: service("web", tsx("scripts/web-dev.ts")),
      worker: service("worker", tsx("watch", "worker/index.ts")),
    };
    await waitForWeb(services.web.process, port);
    return services;
  });
  progress.say(welcome({ address: settings.BASE_URL ?? "", isDemo: isDemo() }));
  return keepServicesRunning(house, [web, worker], databases);
});
