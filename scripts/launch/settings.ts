import type { Databases } from "./databases.ts";
import { isPortFree, rememberedPort } from "./ports.ts";
import { Refusal } from "./refusal.ts";
import type { Secrets } from "./secrets.ts";

/** The port that the web listens on: the one asked for with `PORT`, else the remembered one. */
export async function choosePort(home: string): Promise<number> {
  const { PORT, HOST } = process.env;
  if (!PORT) return rememberedPort(home, "web", HOST);
  const port = Number(PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Refusal(`PORT is not a port number: ${PORT}.`);
  if (!(await isPortFree(port, HOST))) {
    throw new Refusal(
      `Port ${port} is in use by another program: set PORT to a free one, or leave it out to have one chosen.`,
    );
  }
  return port;
}

/** Whether this is the house as it comes, with databases of its own, for trying it out. */
export const isDemo = () => !process.env.DATABASE_URL;

/** What web, worker, migrate and seed are told. Whatever the owner has set stands, apart from what was decided from it. */
export function settingsFor(about: {
  mode: "production" | "development";
  home: string;
  port: number;
  databases: Databases;
  secrets: Secrets;
}): NodeJS.ProcessEnv {
  const { mode, home, port, databases, secrets } = about;
  const defaults = {
    HOST: "127.0.0.1",
    BASE_URL: `http://localhost:${port}`,
    APP_SECRET: secrets.APP_SECRET,
    VAULT_MASTER_KEYS: secrets.VAULT_MASTER_KEYS,
    LOG_LEVEL: mode === "production" ? "warn" : "info",
    ...(isDemo() ? { AMBERKEEP_DEMO: "1" } : {}),
  };
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value));
  return {
    ...defaults,
    ...given,
    NODE_ENV: mode,
    AMBERKEEP_HOME: home,
    DATABASE_URL: databases.mysqlUrl,
    WORKER_DATABASE_URL: databases.postgresUrl,
    PORT: String(port),
  };
}

const installation =
  /^(DATABASE_URL|WORKER_|APP_SECRET|VAULT_|MAIL|SMTP_|TWILIO_|CLOUDINARY_|LEMON|OPENAI_|AMBERKEEP_|BASE_URL$|HOST$|PORT$)/;

/** An environment without the settings of a real installation, which tests must never reach. */
export function withoutInstallation(env: NodeJS.ProcessEnv): Partial<NodeJS.ProcessEnv> {
  return Object.fromEntries(Object.keys(env).map((name) => [name, installation.test(name) ? undefined : env[name]]));
}
