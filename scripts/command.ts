import { join } from "node:path";
import { loadEnv } from "./launch/load-env.ts";

/**
 * Runs one of the other commands with the settings of the environment, of `.env` and of the last `npm start`. Empty
 * ones count as missing, as everywhere.
 */
function load(file: string): void {
  loadEnv(file);
  for (const [name, value] of Object.entries(process.env)) if (!value) delete process.env[name];
}
load(".env");
load(join(process.env.AMBERKEEP_HOME || ".amberkeep", "settings.env"));
const [name = ""] = process.argv.splice(2, 1);
try {
  refuseKeptOptions();
  await import(/* @vite-ignore */ `./${name}.js`);
} catch (error) {
  const sentence = sentenceOf(causeOf(error));
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exit(1);
}

/** Without a "--" before them npm takes options for its own: a newsletter for accounts would go to subscribers. */
function refuseKeptOptions(): void {
  // npm 11 reads --to as short for --token-description.
  const kept = ["to", "token_description", "dry_run", "until"].some((option) => process.env[`npm_config_${option}`]);
  if (!kept) return;
  console.error(`npm kept options to itself, and nothing was done. Put "--" before them: npm run ${name} -- …`);
  process.exit(1);
}

/** Failed queries and lookups contain the error of the connection. */
function causeOf(error: unknown): unknown {
  const inner = error instanceof AggregateError ? error.errors[0] : error instanceof Error ? error.cause : undefined;
  return inner === undefined ? error : causeOf(inner);
}

function sentenceOf(error: unknown): string | undefined {
  const { name, code, message, path, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (name === "WrongMasterKeys" || code?.startsWith("ERR_PARSE_ARGS_")) return message;
  if (code?.startsWith("ER_ACCESS_DENIED_"))
    return "DATABASE_URL cannot be used: MySQL does not accept its user name and password.";
  if (code === "EISDIR") return "This is a folder, and the command takes a file.";
  if (code === "ENOENT" && path) return `There is no file ${path}.`;
  if (code !== "ECONNREFUSED") return undefined;
  return `No database answers at ${address}:${port}. Commands need a running installation, such as “npm start”.`;
}
