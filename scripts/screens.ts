import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { assembleCast } from "../tests/e2e/setup/cast.ts";
import { STAGE } from "../tests/e2e/setup/mail-service.ts";
import { Mailbox } from "../tests/e2e/setup/mailbox.ts";
import { STATES } from "../tests/e2e/setup/states.ts";
import { stopAsking } from "../tests/e2e/setup/truth.ts";
import { startInstallation } from "../tests/setup/installation.ts";
import { build, isBuilt } from "./launch/build.ts";
import { ensureChromium } from "./launch/chromium.ts";
import { runOrFail } from "./launch/commands.ts";
import { openDatabases } from "./launch/databases.ts";
import { runSupervised } from "./launch/supervisor.ts";
import { root } from "./launch/project.ts";
import { openSecrets } from "./launch/secrets.ts";
import { withoutInstallation } from "./launch/settings.ts";
import { takePictures } from "./screens/camera.ts";
import { writeContactSheet } from "./screens/contact-sheet.ts";
import { takePicturesForDocs } from "./screens/docs-pictures.ts";

/**
 * `npm run screens`: a picture of every page in every state, for people to look at. `-- --only dashboard` takes those
 * whose name has the word in it; `-- --docs` renews the pictures of the README.
 */
const { only, docs } = parseArgs({ options: { only: { type: "string" }, docs: { type: "boolean" } } }).values;
const folder = join(root, "screens");

await runSupervised(
  { home: join(".amberkeep", "test"), interruptedCode: 130 },
  async ({ home, children, progress }) => {
    const { TEST_DATABASE_URL: mysql, TEST_WORKER_DATABASE_URL: postgres } = process.env;
    const given = { mysql, postgres, forTests: true };
    const databases = await openDatabases({ home, children, progress, secrets: openSecrets(home), given });
    const executablePath = await ensureChromium(children, progress);
    if (!isBuilt()) {
      await progress.step("Building the app", "App built", () =>
        runOrFail("The app could not be built:", build(children)),
      );
    }
    for (const [name, value] of Object.entries(withoutInstallation(process.env))) {
      if (value === undefined) delete process.env[name];
    }
    process.env.TEST_DATABASE_URL = databases.mysqlUrl;
    process.env.TEST_WORKER_DATABASE_URL = databases.postgresUrl;
    const installation = await progress.step("Setting the scene", "Scene set", async () => {
      const started = await startInstallation("screens", STAGE);
      process.env.E2E_DATABASE_URL = started.databaseUrl;
      await started.seed();
      return started;
    });
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    try {
      const cast = await assembleCast(installation.url, new Mailbox(installation.mailFolder));
      if (docs) {
        await takePicturesForDocs(browser, { url: installation.url, cast, folder: join(root, "docs", "pictures") });
        return 0;
      }
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const states = STATES.filter(({ name }) => !only || name.includes(only));
      const shots = await progress.step("Taking pictures", `Pictures taken`, () =>
        takePictures(browser, { url: installation.url, cast, states, folder }),
      );
      writeContactSheet(folder, shots);
      progress.say(`\n${shots.length} pictures: open ${relative(process.cwd(), join(folder, "index.html"))}`);
      return shots.some(({ failure }) => failure) ? 1 : 0;
    } finally {
      await browser.close();
      await stopAsking();
      await installation.stop();
    }
  },
);
