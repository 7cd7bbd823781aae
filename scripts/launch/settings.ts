import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Databases } from "./databases.ts";
import { LaunchError } from "./launch-error.ts";
import { holdPort, isPortFree, rememberedPort } from "./ports.ts";
import { root } from "./project.ts";
import { replaceFile } from "./replace-file.ts";
import type { Secrets } from "./secrets.ts";

export async function choosePort(home: string): Promise<number> {
  const { PORT } = process.env;
  if (!PORT) return rememberedPort(home, "web");
  const port = Number(PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new LaunchError(`PORT is not a port number: ${PORT}.`);
  if (await isPortFree(port)) return port;
  throw new LaunchError(`Port ${port} is in use by another program: set PORT to a free port, or leave it unset.`);
}

/** Holds the port until it is released for the web: a clone that starts at the same moment gets another one. */
export async function takePort(home: string): Promise<{ port: number; release: () => Promise<void> }> {
  for (;;) {
    const port = await choosePort(home);
    const release = await holdPort(port);
    if (release) return { port, release };
  }
}

/** No database in the settings: a demo. */
export const isDemo = () => !process.env.DATABASE_URL;

/** For web, worker, migrate and seed: the settings over the defaults. */
export function settingsFor({
  mode,
  home,
  port,
  databases,
  secrets,
}: {
  mode: "production" | "development";
  home: string;
  port: number;
  databases: Databases;
  secrets: Secrets;
}): NodeJS.ProcessEnv {
  return {
    HOST: "127.0.0.1",
    BASE_URL: `http://localhost:${port}`,
    APP_SECRET: secrets.APP_SECRET,
    VAULT_MASTER_KEYS: secrets.VAULT_MASTER_KEYS,
    // After a long time without a worker, starting the first one by hand confirms the time.
    CONFIRM_TIME: "1",
    LOG_LEVEL: mode === "production" ? "warn" : "info",
    ...(isDemo() ? { AMBERKEEP_DEMO: "1" } : {}),
    ...Object.fromEntries(Object.entries(process.env).filter(([, value]) => value)),
    NODE_ENV: mode,
    AMBERKEEP_HOME: home,
    DATABASE_URL: databases.mysqlUrl,
    WORKER_DATABASE_URL: databases.postgresUrl,
    PORT: String(port),
  };
}

/** Every setting but these, as `.env.example` lists them. */
function settingsBut(excluded: string[]): string[] {
  const example = readFileSync(join(root, ".env.example"), "utf8");
  const names = Array.from(example.matchAll(/^#([A-Z][A-Z0-9_]*)=/gm), ([, name = ""]) => name);
  return names.filter((name) => !excluded.includes(name));
}

/** Settings for a single start, and for Docker only. */
const NOT_KEPT = ["CONFIRM_TIME", "APP_SECRET_CHANGED", "MYSQL_PASSWORD", "POSTGRES_PASSWORD"];

/** Writes `<home>/settings.env`, with which `npm run set-plan` and the other commands find what `npm start` runs. */
export function keepSettings(home: string, settings: NodeJS.ProcessEnv): void {
  const lines = settingsBut(NOT_KEPT).flatMap((name) => (settings[name] ? `${name}=${quoted(settings[name])}\n` : []));
  replaceFile(join(home, "settings.env"), lines.join(""), { mode: 0o600 });
}

/** Such files know no escapes, but three kinds of quotes. */
function quoted(value: string): string {
  const quote = ["'", "`", '"'].find((one) => !value.includes(one)) ?? "'";
  return `${quote}${value}${quote}`;
}

/** What may be set for tests: their databases may be in a private network. */
const FOR_TESTS = ["NODE_ENV", "LOG_LEVEL", "DATABASE_WITHOUT_TLS", "WORKER_DATABASE_WITHOUT_TLS"];

/** Tests must never reach a real installation, nor depend on its settings. */
export function withoutInstallation(env: NodeJS.ProcessEnv): Partial<NodeJS.ProcessEnv> {
  const names = settingsBut(FOR_TESTS);
  return { ...env, ...Object.fromEntries(names.map((name) => [name, undefined])) };
}
