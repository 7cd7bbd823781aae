import { dirname, join } from "node:path";
import { startInstallation } from "../../setup/installation.ts";
import { INSTALLATION_SETTINGS } from "./mail-service.ts";

/**
 * Starts one installation with the demo account for the whole run. It trusts a proxy, so that each test can have an IP
 * address of its own. `E2E_NAME` allows two runs at the same time.
 */
export default async function setup() {
  const installation = await startInstallation(process.env.E2E_NAME ?? "e2e", INSTALLATION_SETTINGS);
  process.env.E2E_BASE_URL = installation.url;
  process.env.E2E_MAIL_FOLDER = installation.mailFolder;
  process.env.E2E_SAMPLE_DATA_FILE = join(dirname(installation.mailFolder), "sample-data.json");
  process.env.E2E_DATABASE_URL = installation.databaseUrl;
  process.env.E2E_ENV = JSON.stringify(installation.env);
  await installation.seed();
  return installation.stop;
}
