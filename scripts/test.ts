import { join } from "node:path";
import { toolEnvironment } from "./launch/build.ts";
import { ensureChromium } from "./launch/chromium.ts";
import { openDatabases } from "./launch/databases.ts";
import { runHouse } from "./launch/house.ts";
import { once } from "./launch/once.ts";
import { openSecrets } from "./launch/secrets.ts";
import { withoutInstallation } from "./launch/settings.ts";
import { type PartName, parseTestArguments } from "./launch/test-arguments.ts";
import { add, type Counts, countsLine, none } from "./launch/test-counts.ts";
import { runPart, testParts } from "./launch/test-parts.ts";

await runHouse({ home: join(".amberkeep", "test"), interrupted: 130 }, async (house) => {
  const { home, owned, progress } = house;
  const { only, passOn } = parseTestArguments(process.argv.slice(2));
  const { TEST_DATABASE_URL: mysql, TEST_WORKER_DATABASE_URL: postgres } = process.env;

  const openServers = once(async () => {
    const given = { mysql, postgres, forTests: true };
    const databases = await openDatabases({ home, owned, progress, secrets: openSecrets(home), given });
    // Installing a browser takes its time, which the unit tests can use.
    if (only.has("e2e") || only.has("bench")) openBrowser().catch(() => {});
    return { TEST_DATABASE_URL: databases.mysqlUrl, TEST_WORKER_DATABASE_URL: databases.postgresUrl };
  });
  const openBrowser = once(() => ensureChromium(owned, progress));
  const servers = async () => toolEnvironment({ ...withoutInstallation(process.env), ...(await openServers()) });
  const serversAndBrowser = async () => ({ ...(await servers()), CHROMIUM_PATH: await openBrowser() });

  const parts = testParts(house, passOn, { servers, serversAndBrowser });
  let total = none;
  let isBuildBroken = false;
  const run = async (name: PartName): Promise<Counts> => {
    if (!only.has(name)) return none;
    const counts = await runPart(house, parts[name]);
    total = add(total, counts);
    return counts;
  };
  // Two lanes for two cores: the unit tests do not need the build, and the browser's tests take both.
  const checks = async () => {
    for (const name of ["format", "lint", "types"] as const) await run(name);
    isBuildBroken = (await run("build")).failed > 0;
    if (!isBuildBroken) await run("bench");
  };
  await Promise.all([checks(), run("unit")]);
  if (isBuildBroken && only.has("e2e")) {
    progress.say("✗ End to end               not run, as the build failed");
    total = add(total, { ...none, failed: 1 });
  } else {
    await run("e2e");
  }
  progress.say(`\n${countsLine(total)}`);
  return total.failed > 0 ? 1 : 0;
});
