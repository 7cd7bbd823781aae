import { join } from "node:path";
import { exitWithSentence } from "./exit-with-sentence.ts";
import { loadEnv } from "./load-env.ts";

/** Runs one of the other commands with the settings of the environment, of `.env` and of the last `npm start`. */
load(".env");
load(join(process.env.AMBERKEEP_HOME || ".amberkeep", "settings.env"));
const [name = ""] = process.argv.splice(2, 1);
try {
  refuseKeptOptions();
  await import(/* @vite-ignore */ `./${name}.js`);
} catch (error) {
  const notMigrated = "The database is not that of this version. Run “npm run migrate” first.";
  exitWithSentence(error, { ER_NO_SUCH_TABLE: notMigrated, ER_BAD_FIELD_ERROR: notMigrated });
}

/** Empty settings count as missing, as everywhere. */
function load(file: string): void {
  loadEnv(file);
  for (const [name, value] of Object.entries(process.env)) if (!value) delete process.env[name];
}

/** Without a "--" before them npm takes options for its own: a newsletter for accounts would go to subscribers. */
function refuseKeptOptions(): void {
  // npm 11 reads --to as short for --token-description.
  const kept = ["to", "token_description", "dry_run", "until"].some((option) => process.env[`npm_config_${option}`]);
  if (!kept) return;
  console.error(`npm did not pass the options on, so nothing was done. Put "--" before them: npm run ${name} -- …`);
  process.exit(1);
}
