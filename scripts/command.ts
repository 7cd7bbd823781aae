import { existsSync } from "node:fs";

/** Runs one of the other commands with the settings of the environment, of `.env` and of the last `npm start`. */
for (const file of [".env", ".amberkeep/settings.env"]) {
  if (existsSync(file)) process.loadEnvFile(file);
}
const [name = ""] = process.argv.splice(2, 1);
await import(/* @vite-ignore */ `./${name}.js`);
