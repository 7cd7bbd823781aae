import { dirname, join } from "node:path";
import { startInstallation } from "../../setup/installation.ts";
import { STAGE } from "./mail-service.ts";

/**
 * One installation for the whole run, on databases of its own, with the demo account in it. Its visitors come through a
 * proxy as far as it knows, so that each test can have an address of its own. `E2E_NAME` lets two runs stand side by side.
 */
export default async function setup() {
  const installation = await startInstallation(process.env.E2E_NAME ?? "e2e", STAGE);
  process.env.E2E_BASE_URL = installation.url;
  process.env.E2E_MAIL_FOLDER = installation.mailFolder;
  process.env.E2E_CAST_FILE = join(dirname(installation.mailFolder), "cast.json");
  process.env.E2E_DATABASE_URL = installation.databaseUrl;
  await installation.seed();
  return installation.stop;
}
