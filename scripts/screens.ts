import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { closeDatabase } from "../tests/e2e/setup/db.ts";
import { INSTALLATION_SETTINGS } from "../tests/e2e/setup/mail-service.ts";
import { MailFolder } from "../tests/e2e/setup/mailbox.ts";
import { createSampleData } from "../tests/e2e/setup/sample-data.ts";
import { STATES } from "../tests/e2e/setup/states.ts";
import { startInstallation } from "../tests/setup/installation.ts";
import { ensureBuilt } from "./launch/build.ts";
import { ensureChromium } from "./launch/chromium.ts";
import { openTestDatabases } from "./launch/databases.ts";
import { root } from "./launch/project.ts";
import { withoutInstallation } from "./launch/settings.ts";
import { runSupervised } from "./launch/supervisor.ts";
import { takePictures } from "./screens/camera.ts";
import { writeContactSheet } from "./screens/contact-sheet.ts";
import { takePicturesForDocs } from "./screens/docs-pictures.ts";

/**
 * `npm run screens` photographs every page in every state. `-- --only dashboard,plan` filters by name; `-- --docs` updates
 * the pictures of the README.
 */
const { only, docs } = parseArgs({ options: { only: { type: "string" }, docs: { type: "boolean" } } }).values;
const folder = join(root, "screens");

await runSupervised({ home: join(".amberkeep", "test"), interruptedCode: 130 }, async (supervisor) => {
  const { children, progress } = supervisor;
  const databases = await openTestDatabases(supervisor);
  const executablePath = await ensureChromium(children, progress);
  await ensureBuilt(supervisor);
  for (const [name, value] of Object.entries(withoutInstallation(process.env))) {
    if (value === undefined) delete process.env[name];
  }
  process.env.TEST_DATABASE_URL = databases.mysqlUrl;
  process.env.TEST_WORKER_DATABASE_URL = databases.postgresUrl;
  const installation = await progress.step("Preparing the installation", "Installation ready", async () => {
    const started = await startInstallation("screens", INSTALLATION_SETTINGS);
    process.env.E2E_DATABASE_URL = started.databaseUrl;
    await started.seed();
    return started;
  });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const sample = await createSampleData(installation.url, new MailFolder(installation.mailFolder));
    if (docs) {
      await takePicturesForDocs(browser, { url: installation.url, sample, folder: join(root, "docs", "pictures") });
      return 0;
    }
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const states = STATES.filter(({ name }) => !only || only.split(",").some((part) => name.includes(part)));
    const shots = await progress.step("Taking pictures", "Pictures taken", () =>
      takePictures(browser, { url: installation.url, sample, states, folder }),
    );
    writeContactSheet(folder, shots);
    progress.say(`\n${shots.length} pictures: open ${relative(process.cwd(), join(folder, "index.html"))}`);
    return shots.some(({ failure }) => failure) ? 1 : 0;
  } finally {
    await browser.close();
    await closeDatabase();
    await installation.stop();
  }
});
