import { INSTALLATION_SETTINGS } from "../../tests/e2e/setup/mail-service.ts";
import { type Installation, startInstallation } from "../../tests/setup/installation.ts";
import { ensureBuilt } from "./build.ts";
import { openTestDatabases } from "./databases.ts";
import { withoutInstallation } from "./settings.ts";
import type { Supervisor } from "./supervisor.ts";

/** Starts a seeded installation of the build, for the scripts that look at it in browsers. */
export async function prepareInstallation(supervisor: Supervisor, name: string): Promise<Installation> {
  const databases = await openTestDatabases(supervisor);
  await ensureBuilt(supervisor);
  for (const [setting, value] of Object.entries(withoutInstallation(process.env))) {
    if (value === undefined) delete process.env[setting];
  }
  process.env.TEST_DATABASE_URL = databases.mysqlUrl;
  process.env.TEST_WORKER_DATABASE_URL = databases.postgresUrl;
  return supervisor.progress.step("Preparing the installation", "Installation ready", async () => {
    const started = await startInstallation(name, INSTALLATION_SETTINGS);
    process.env.E2E_BASE_URL = started.url;
    process.env.E2E_DATABASE_URL = started.databaseUrl;
    await started.seed();
    return started;
  });
}
