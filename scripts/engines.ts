import { join } from "node:path";
import { closeDatabase } from "../tests/e2e/setup/db.ts";
import { MailFolder } from "../tests/e2e/setup/mailbox.ts";
import { prepareEngine } from "./engines/engine.ts";
import { chooseByName, parseEngines, parseScripts, readOptions } from "./engines/names.ts";
import { takeWalk, WALKS } from "./engines/walks.ts";
import { runSupervised } from "./launch/supervisor.ts";
import { prepareInstallation } from "./launch/test-installation.ts";

/**
 * `npm run engines` writes, delivers and opens a letter, uploads files and comes back to unsent text in Chromium, Firefox
 * and Safari's engine, with and without script. `-- --engine firefox --script off --only photo` takes fewer walks.
 */
await runSupervised({ home: join(".amberkeep", "test"), interruptedCode: 130 }, async (supervisor) => {
  const { progress } = supervisor;
  const { engine, script, only } = readOptions(
    {
      engine: { type: "string", default: "all" },
      script: { type: "string", default: "on,off" },
      only: { type: "string" },
    },
    "npm run engines -- --engine chromium,firefox,webkit --script on,off --only NAMES",
  );
  const names = parseEngines(engine);
  const modes = parseScripts(script);
  const walks = chooseByName(WALKS, only);
  const installation = await prepareInstallation(supervisor, "engines");
  const mailbox = new MailFolder(installation.mailFolder);
  let failures = 0;
  try {
    for (const name of names) {
      const opened = await prepareEngine(name, installation.url, supervisor);
      for (const mode of modes) {
        for (const walk of walks) {
          const walker = { engine: opened, script: mode, url: installation.url, mailbox };
          await takeWalk(walk, walker, (step, failure) => {
            if (failure) failures += 1;
            const title = `${name}, script ${mode}, ${walk.name}: ${step}`;
            progress.say(failure ? `✗ ${title}\n  ${failure.replaceAll("\n", "\n  ")}` : `✓ ${title}`);
          });
        }
      }
    }
  } finally {
    await closeDatabase();
    await installation.stop();
  }
  progress.say(failures > 0 ? `\n${failures} failed.` : "\nAll walks passed.");
  return failures > 0 ? 1 : 0;
});
