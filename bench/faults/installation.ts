import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type ConnectionOptions, createConnection } from "mysql2/promise";
import pg from "pg";
import type { Child } from "../../scripts/launch/children.ts";
import type { Server } from "../../scripts/launch/databases.ts";
import { openLog } from "../../scripts/launch/log-file.ts";
import { startMysql } from "../../scripts/launch/mysql.ts";
import { ensureMysql } from "../../scripts/launch/mysql-binaries.ts";
import { freePort } from "../../scripts/launch/ports.ts";
import { startPostgres } from "../../scripts/launch/postgres.ts";
import { privateFolder, root } from "../../scripts/launch/project.ts";
import { openSecrets } from "../../scripts/launch/secrets.ts";
import { bundle } from "../harness/bundle.ts";
import { productionEnv } from "../harness/installation.ts";
import { type MailProvider, startMailProvider } from "../harness/mail-provider.ts";
import { readResult } from "../harness/program-io.ts";
import type { ClientOptions } from "./clients.ts";
import { LOG_DELAY_SECONDS, PROVIDER, WEBHOOKS } from "./provider-faults.ts";
import type { FaultRun } from "./run.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import { prepareStock } from "./stock-task.ts";
import { type Outage, type SupervisedProcess, supervise } from "./supervised-process.ts";
import { planVaults } from "./vault-plan.ts";
import { openWorkerLink, type WorkerLink } from "./worker-link.ts";

export type MysqlServers = {
  url: string;
  servers: (Pick<Server, "start" | "process"> & { name: string })[];
  /** Missing on a cluster. */
  rootLogin?: ConnectionOptions;
  /** Missing on a cluster, and where the system allows no mounts. */
  disk?: SmallDisk | undefined;
};

export type FaultInstallation = {
  workers: SupervisedProcess[];
  /** Each worker's link to the database. */
  links: WorkerLink[];
  stock: SupervisedProcess[];
  webs: SupervisedProcess[];
  clients: SupervisedProcess;
  /** The one server, or the nodes of a cluster. */
  mysql: SupervisedProcess[];
  postgres: SupervisedProcess;
  provider: MailProvider;
  urls: { mysql: string; postgres: string };
  rootLogin: ConnectionOptions | undefined;
  disk: SmallDisk | undefined;
  startLockHolder: () => Child;
  /** `VAULT_MASTER_KEYS` without its second key. */
  oneMasterKey: string;
  /** Outages of the database, besides those of its process. */
  outages: Outage[];
  rebuiltTables: string[];
  /** In milliseconds since 1970: when the first vaults are about to be due. */
  startedAt: number;
  clientsLog: string;
};

/** How far the clocks of the workers and the webs are always off, in milliseconds. */
const CLOCK_SHIFTS = { worker: [50, -2_000, -50], web: [2_000, -50, 50] };

/** Starts everything, and writes the vaults and the stock task's jobs, before anything is due. */
export async function startInstallation(run: FaultRun): Promise<FaultInstallation> {
  const { home, children, seed, vaults, seconds } = run;
  const programs = await bundle(join(home, "programs"), {
    worker: "worker/index.ts",
    clients: "bench/faults/clients.ts",
    "lock-holder": "bench/faults/lock-holder.ts",
  });
  const [mysqlServers, postgresServer] = await Promise.all([
    run.startCluster ? run.startCluster() : startOwnMysql(run),
    startPostgres({ home, children, secrets: openSecrets(home) }),
  ]);
  const urls = { mysql: mysqlServers.url, postgres: postgresServer.url };
  if (!run.startCluster) await emptyMysql(urls.mysql);
  await emptyPostgres(urls.postgres);

  const webPorts: number[] = [];
  for (let web = 0; run.web && web < run.webs; web += 1) webPorts.push(await freePort(webPorts));
  const webUrls = webPorts.map((port) => `http://127.0.0.1:${port}`);
  const [webUrl] = webUrls;
  const webhookKey = "key-webhooks";
  const provider = await startMailProvider(children, {
    ...PROVIDER,
    seed,
    faultyAttempts: run.faultyAttempts,
    ...(webUrl &&
      run.transport === "mailgun" && {
        webhooks: { ...WEBHOOKS, url: `${webUrl}/webhooks/mailgun`, key: webhookKey },
      }),
  });
  const oneMasterKey = `1:${randomBytes(32).toString("base64")}`;
  const env: NodeJS.ProcessEnv = {
    ...productionEnv(home, webPorts[0] ?? 3000, urls),
    VAULT_MASTER_KEYS: `${oneMasterKey},2:${randomBytes(32).toString("base64")}`,
    TRUSTED_PROXIES: "1",
    MAILGUN_WEBHOOK_KEY: webhookKey,
    MAILGUN_LOG_DELAY_SECONDS: String(LOG_DELAY_SECONDS[run.kinds.includes("the provider is slow") ? "slow" : "fast"]),
    ...(webUrl && { WEB_URLS: webUrls.join() }),
  };
  const mail = (login: string) => (run.transport === "smtp" ? { SMTP_URL: provider.smtpUrl(login) } : provider.env);
  const shiftClock = ["--import", join(root, "bench/faults/shift-clock.ts")];

  function start(name: string, args: string[], settings: Record<string, string>): Child {
    return openLog(home, name).opened((handle) =>
      children.start({
        name,
        command: process.execPath,
        args,
        tier: "app",
        options: { cwd: root, env: { ...env, ...mail(name), ...settings }, stdio: ["ignore", handle, handle] },
      }),
    );
  }
  function supervised(
    name: string,
    args: string[],
    own: Record<string, string> = {},
    ending: { mayFinish?: boolean } = {},
  ): SupervisedProcess {
    const restart = (settings: Record<string, string>) => start(name, args, { ...own, ...settings });
    return supervise(name, restart, restart({}), ending);
  }
  const each = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index));

  const clients = (command: ClientOptions["command"], startedAt = 0) => {
    const migrations = join(root, "db/migrations");
    const options: ClientOptions = { command, seed, vaults, seconds, startedAt, migrations };
    return [programs.clients, JSON.stringify(options)];
  };
  const logOf = (name: string) => join(home, "log", `${name}.log`);
  for (const name of ["prepare", "clients"]) rmSync(logOf(name), { force: true });
  await finished(start("prepare", clients("prepare"), {}), logOf("prepare"));
  const { startedAt } = readResult<{ startedAt: number }>(readFileSync(logOf("prepare"), "utf8"));
  await prepareStock(urls, planVaults(seed, vaults, seconds), startedAt);

  const links = await Promise.all(each(run.workers, () => openWorkerLink(urls.mysql)));
  const shifted = (ms: number | undefined) => ({ CLOCK_SHIFT_MS: String(ms ?? 0) });
  const stockWorker = [join(root, "bench/faults/stock-worker.ts")];
  return {
    workers: links.map(({ url }, index) =>
      supervised(`worker-${index + 1}`, [...shiftClock, programs.worker], {
        ...shifted(CLOCK_SHIFTS.worker[index]),
        DATABASE_URL: url,
      }),
    ),
    links,
    stock: each(2, (index) => supervised(`stock-${index + 1}`, stockWorker, provider.env)),
    webs: webPorts.map((port, index) =>
      supervised(`web-${index + 1}`, [...shiftClock, run.web ?? ""], {
        ...shifted(CLOCK_SHIFTS.web[index]),
        PORT: String(port),
      }),
    ),
    clients: supervised("clients", clients("run", startedAt), {}, { mayFinish: true }),
    mysql: mysqlServers.servers.map((server) => supervise(server.name, server.start, server.process)),
    postgres: supervise("Postgres", postgresServer.start, postgresServer.process),
    provider,
    urls,
    rootLogin: mysqlServers.rootLogin,
    disk: mysqlServers.disk,
    startLockHolder: () =>
      children.start({
        name: "lock-holder",
        command: process.execPath,
        args: [programs["lock-holder"]],
        tier: "app",
        options: { cwd: root, env: { ...env, ...mail("lock-holder") }, stdio: ["ignore", "pipe", "ignore"] },
      }),
    oneMasterKey,
    outages: [],
    rebuiltTables: [],
    startedAt,
    clientsLog: logOf("clients"),
  };
}

export async function stopInstallation(installation: FaultInstallation): Promise<void> {
  const { workers, links, stock, webs, clients, mysql, postgres, provider, disk } = installation;
  await Promise.all([...workers, ...stock, ...webs, clients].map((one) => one.stop()));
  for (const link of links) link.close();
  await Promise.all([...mysql.map((one) => one.stop()), postgres.stop(), provider.process.stop()]);
  await disk?.process.stop();
}

async function startOwnMysql({ home, children, progress, kinds }: FaultRun): Promise<MysqlServers> {
  const found = await ensureMysql(children, progress);
  const disk = kinds.includes("fill the disk") ? await mountSmallDisk(children, home) : undefined;
  const binaries = disk?.withBinaries(found) ?? found;
  if (disk) symlinkSync(privateFolder(home, "log"), join(disk.folder, "log"));
  const place = disk?.folder ?? home;
  const secrets = openSecrets(home);
  const server = await startMysql({ home: place, children, secrets, binaries });
  // Only root may change global settings, and can log in through the socket only.
  const socketPath = join(place, "mysql", "mysql.sock");
  const rootLogin = { socketPath, user: "root", password: secrets.mysqlRootPassword };
  return { url: server.url, servers: [{ name: "MySQL", ...server }], rootLogin, disk };
}

async function emptyMysql(url: string): Promise<void> {
  const mysql = await createConnection(url);
  await mysql.query("DROP DATABASE amberkeep");
  await mysql.query("CREATE DATABASE amberkeep CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
  await mysql.end();
}

async function emptyPostgres(url: string): Promise<void> {
  const postgres = new pg.Client(url);
  await postgres.connect();
  for (const schema of ["graphile_worker", "stock"]) await postgres.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await postgres.end();
}

async function finished(child: Child, logPath: string): Promise<void> {
  const { code } = await child.exited;
  if (code !== 0) throw new Error(`${child.name} ended with ${code}:\n${readFileSync(logPath, "utf8").slice(-3_000)}`);
}
