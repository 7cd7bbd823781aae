import { join, relative } from "node:path";
import { build, isBuilt } from "./launch/build.ts";
import { runOrRefuse, runOwned } from "./launch/commands.ts";
import { openDatabases } from "./launch/databases.ts";
import { runHouse } from "./launch/house.ts";
import { openLog } from "./launch/log-file.ts";
import { loadSettings, root } from "./launch/project.ts";
import { openSecrets } from "./launch/secrets.ts";
import { keepServicesRunning } from "./launch/services.ts";
import { choosePort, isDemo, settingsFor } from "./launch/settings.ts";
import { waitForWeb } from "./launch/web-ready.ts";
import { welcome } from "./launch/welcome.ts";

loadSettings();
const farewell = { stopping: "Stopping …", stopped: "Stopped. Everything you wrote is kept." };

await runHouse({ farewell }, async (house) => {
  const { home, mark, owned, progress } = house;
  const secrets = openSecrets(home);
  const port = await choosePort(home);

  async function ensureBuilt() {
    if (isBuilt()) return;
    const run = () => runOrRefuse("The app could not be built:", build(owned));
    await progress.step("Building the app", "App built", run);
  }
  const given = { mysql: process.env.DATABASE_URL, postgres: process.env.WORKER_DATABASE_URL };
  const [databases] = await Promise.all([openDatabases({ home, owned, progress, secrets, given }), ensureBuilt()]);

  const env = settingsFor({ mode: "production", home, port, databases, secrets });
  const script = (name: string) => [join(root, "build", "server", `${name}.js`), mark];
  const runScript = (name: string) => runOwned(owned, process.execPath, script(name), { cwd: root, env });
  await progress.step("Bringing the tables up to date", "Tables up to date", () =>
    runOrRefuse("The tables could not be brought up to date:", runScript("migrate")),
  );
  if (isDemo()) {
    await progress.step("Preparing the demo account", "Demo account ready", () =>
      runOrRefuse("The demo account could not be prepared:", runScript("seed")),
    );
  }

  function service(name: string) {
    const log = openLog(home, name);
    const start = () =>
      log.opened((handle) =>
        owned.start({
          name: `The ${name}`,
          command: process.execPath,
          args: script(name),
          rank: "app",
          options: { cwd: root, env, stdio: ["ignore", handle, handle] },
        }),
      );
    return { start, process: start(), log, tail: log.tail };
  }
  const { web, worker } = await progress.step("Starting web and worker", "Web and worker running", async () => {
    const services = { web: service("web"), worker: service("worker") };
    await waitForWeb(services.web.process, port, services.web.log);
    return services;
  });
  progress.say(welcome({ address: env.BASE_URL ?? "", isDemo: isDemo(), logs: relative(root, join(home, "log")) }));
  return keepServicesRunning(house, [web, worker], databases);
});
