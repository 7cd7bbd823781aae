import { existsSync } from "node:fs";
import { join } from "node:path";

/** Runs one of the other commands with the settings of the environment, of `.env` and of the last `npm start`. */
const load = (file: string) => existsSync(file) && process.loadEnvFile(file);
load(".env");
load(join(process.env.AMBERKEEP_HOME || ".amberkeep", "settings.env"));
const [name = ""] = process.argv.splice(2, 1);
await import(/* @vite-ignore */ `./${name}.js`);
