import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { type Browser, chromium } from "playwright";
import { closeDatabase } from "../tests/e2e/setup/db.ts";
import { MailFolder } from "../tests/e2e/setup/mailbox.ts";
import { createSampleData } from "../tests/e2e/setup/sample-data.ts";
import { STATES } from "../tests/e2e/setup/states.ts";
import { prepareOther } from "./engines/engine.ts";
import { chooseByName, parseEngines, readOptions } from "./engines/names.ts";
import { ensureChromium } from "./launch/chromium.ts";
import { root } from "./launch/project.ts";
import { runSupervised, type Supervisor } from "./launch/supervisor.ts";
import { prepareInstallation } from "./launch/test-installation.ts";
import { type Scene, type Shot, takePictures } from "./screens/camera.ts";
import { writeContactSheet } from "./screens/contact-sheet.ts";
import { drawIcons, takePicturesForDocs, takeShareImage } from "./screens/docs-pictures.ts";
import { takeEnginePictures } from "./screens/engine-camera.ts";
import { takeWalkThrough } from "./screens/walk-through.ts";

/**
 * `npm run screens` photographs every page in every state. `-- --only dashboard,plan` filters by name; `-- --engine
 * firefox`, `webkit` or `all` opens other browsers than Chromium; `-- --docs` updates the pictures of the README and of
 * the page How it works, the image of shared links and the icons.
 */
const folder = join(root, "screens");

await runSupervised({ home: join(".amberkeep", "test"), interruptedCode: 130 }, async (supervisor) => {
  const { progress } = supervisor;
  const { only, docs, engine } = readOptions(
    { only: { type: "string" }, docs: { type: "boolean" }, engine: { type: "string", default: "chromium" } },
    "npm run screens -- --only NAMES --engine chromium,firefox,webkit, or --docs",
  );
  const engines = parseEngines(engine);
  const states = chooseByName(STATES, only);
  const installation = await prepareInstallation(supervisor, "screens");
  try {
    const { url } = installation;
    const sample = await createSampleData(url, new MailFolder(installation.mailFolder));
    if (docs) {
      await withChromium(supervisor, async (browser) => {
        await takePicturesForDocs(browser, { url, sample, folder: join(root, "docs", "pictures") });
        await takeWalkThrough(browser, { url, sample, folder: join(root, "public", "walk") });
        await takeShareImage(browser, url, join(root, "public"));
        await drawIcons(join(root, "public"));
      });
      return 0;
    }
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const scene: Scene = { url, sample, states, folder };
    const shots: Shot[] = [];
    for (const name of engines) {
      const take =
        name === "chromium"
          ? () => withChromium(supervisor, (browser) => takePictures(browser, scene))
          : async () => takeEnginePictures({ engine: name, open: await prepareOther(name, supervisor) }, scene);
      shots.push(...(await progress.step(`Taking pictures in ${name}`, `Pictures taken in ${name}`, take)));
    }
    writeContactSheet(folder, shots);
    progress.say(`\n${shots.length} pictures: open ${relative(process.cwd(), join(folder, "index.html"))}`);
    const failed = shots.filter(({ failure }) => failure);
    for (const { state, script, failure } of failed) progress.say(`✗ ${state}, script ${script}: ${failure}`);
    return failed.length > 0 ? 1 : 0;
  } finally {
    await closeDatabase();
    await installation.stop();
  }
});

async function withChromium<Result>(
  { children, progress }: Supervisor,
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const executablePath = await ensureChromium(children, progress);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
