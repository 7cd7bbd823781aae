import { startInstallation } from "../../setup/installation";

/** One installation for the whole run: its own databases, web and worker from the build, mail in a folder. */
export default async function setup() {
  const installation = await startInstallation(process.env.E2E_NAME ?? "e2e");
  process.env.E2E_BASE_URL = installation.url;
  process.env.E2E_MAIL_FOLDER = installation.mailFolder;
  return installation.stop;
}
