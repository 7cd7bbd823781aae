import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Child } from "../../scripts/launch/children.ts";
import { runCommand, runOrFail } from "../../scripts/launch/commands.ts";
import { createEmptyDatabases } from "../../scripts/launch/empty-databases.ts";
import { type LogFile, openLog } from "../../scripts/launch/log-file.ts";
import { freePort, holdPort } from "../../scripts/launch/ports.ts";
import { root } from "../../scripts/launch/project.ts";
import { WEB_FLAGS } from "../../scripts/launch/service.ts";
import type { Bench } from "./bench.ts";
import { onCore } from "./cpu.ts";
import { waitForServer } from "./programs.ts";

export type Installation = {
  url: string;
  port: number;
  /** The port is held until then: tests that run beside the bench take ports too. */
  releasePort: () => Promise<void>;
  webLog: LogFile;
  env: NodeJS.ProcessEnv;
  /** On core 0 unless told otherwise, with its output in a log. */
  start: (name: "web" | "worker", options?: { cores: "one" | "all" }) => Child;
  drop: () => Promise<void>;
};

/** As in production, with new keys. */
export function productionEnv(home: string, port: number, urls: { mysql: string; postgres: string }) {
  return {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    AMBERKEEP_HOME: home,
    HOST: "127.0.0.1",
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: "warn",
    APP_SECRET: randomBytes(24).toString("hex"),
    VAULT_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
    DATABASE_URL: urls.mysql,
    WORKER_DATABASE_URL: urls.postgres,
    MAIL_FROM: "Amberkeep <letters@amberkeep.example>",
  } satisfies NodeJS.ProcessEnv;
}

/** The databases are the installation's own, and dropped afterwards. */
export async function withInstallation<Result>(
  bench: Bench,
  settings: Record<string, string>,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const installation = await createInstallation(bench, settings);
  try {
    return await work(installation);
  } finally {
    await installation.drop();
  }
}

async function createInstallation(
  { supervisor, databases }: Bench,
  settings: Record<string, string>,
): Promise<Installation> {
  const { home, children, processTag } = supervisor;
  const { urls, drop } = await createEmptyDatabases(`amberkeep_bench_${process.pid}`, databases);
  const { port, release: releasePort } = await takeFreePort();
  const env: NodeJS.ProcessEnv = { ...productionEnv(home, port, urls), AMBERKEEP_DEMO: "1", ...settings };
  const script = (name: string) => join(root, "build", "server", `${name}.js`);
  await runOrFail(
    "The databases could not be migrated:",
    runCommand(children, process.execPath, [script("migrate")], { cwd: root, env }),
  );
  const logs = { web: openLog(home, "web"), worker: openLog(home, "worker") };
  const start: Installation["start"] = (name, { cores } = { cores: "one" }) =>
    logs[name].opened((handle) =>
      children.start({
        name: `The ${name}`,
        ...onCore(cores === "one" ? 0 : undefined, process.execPath, [
          ...(name === "web" ? WEB_FLAGS : []),
          script(name),
          processTag,
        ]),
        tier: "app",
        options: { cwd: root, env, stdio: ["ignore", handle, handle] },
      }),
    );
  const end = async () => {
    await releasePort();
    await drop();
  };
  return { url: env.BASE_URL ?? "", port, releasePort, webLog: logs.web, env, start, drop: end };
}

async function takeFreePort() {
  for (;;) {
    const port = await freePort();
    const release = await holdPort(port);
    if (release) return { port, release };
  }
}

export async function startWeb(
  installation: Installation,
  options?: Parameters<Installation["start"]>[1],
): Promise<Child> {
  await installation.releasePort();
  const web = installation.start("web", options);
  await waitForServer(web, `${installation.url}/readyz`, {}, installation.webLog);
  return web;
}
