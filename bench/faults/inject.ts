import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { fillDisk, holdLocks, lockTables, makeReadOnly, pileUpMaintenance } from "./database-faults.ts";
import type { Fault } from "./faults.ts";
import type { FaultInstallation } from "./installation.ts";
import { enqueueUnsent } from "./stock-task.ts";
import type { SupervisedProcess } from "./supervised-process.ts";

/** In milliseconds. */
const WRONG_CLOCKS = [-3_600_000, 3_600_000, 4 * 86_400_000, -4 * 86_400_000];
const SLOW_MS = 7_000;

/** @throws Error when the fault could not be injected, or had the wrong effect */
export async function inject({ kind, which, seconds }: Fault, installation: FaultInstallation): Promise<void> {
  const { workers, stock, webs, clients, mysql, postgres, provider } = installation;
  const ms = seconds * 1_000;
  const one = <T>(list: T[]) => list[Math.floor(which * list.length)] as T;
  const worker = one(workers);
  const web = webs.length > 0 ? one(webs) : clients;
  const stockToo = (work: (one: SupervisedProcess) => Promise<void>) => each([worker, one(stock)], work);
  const clock = WRONG_CLOCKS[Math.floor(seconds * 1_000) % WRONG_CLOCKS.length] ?? 0;
  switch (kind) {
    case "kill a worker":
      return stockToo((process) => process.kill(ms));
    case "suspend a worker":
      return stockToo((process) => process.suspend(ms));
    case "kill all workers":
      return each([...workers, ...stock], (process) => process.kill(ms));
    case "suspend all workers":
      return each([...workers, ...stock], (process) => process.suspend(ms));
    case "kill a web":
      return web.kill(ms);
    case "suspend a web":
      return web.suspend(ms);
    case "kill the clients":
      return clients.kill(ms);
    case "kill MySQL":
      return oneOfMany(mysql, one(mysql)).kill(ms);
    case "suspend MySQL":
      return oneOfMany(mysql, one(mysql)).suspend(ms);
    case "make MySQL read-only":
      return makeReadOnly(installation, ms);
    case "lock all tables":
      return lockTables(installation, ms);
    case "fill the disk":
      return fillDisk(installation, ms);
    case "hold locks, frozen":
      return holdLocks(installation, ms);
    case "kill Postgres":
      return postgres.kill(ms);
    case "drop the queue":
      return dropQueue(installation);
    case "pile up maintenance":
      return pileUpMaintenance(installation);
    case "cut off a worker":
      return cutOff(worker, installation, ms);
    case "a worker's clock is wrong":
      return void (await worker.runWith({ CLOCK_SHIFT_MS: String(clock) }, ms));
    case "a web's clock is wrong":
      return void (await web.runWith({ CLOCK_SHIFT_MS: String(clock) }, ms));
    case "a worker lacks a master key":
      return refuseKeys(worker, installation, ms);
    case "the provider is slow":
      return provider
        .slowDown(SLOW_MS)
        .then(() => pause(ms))
        .finally(() => provider.slowDown(0));
  }
}

/** How long a returning node takes until the cluster can do without another one. */
const REJOIN_MS = 15_000;

/** A cluster of three works as long as two of its nodes run. */
function oneOfMany(nodes: SupervisedProcess[], chosen: SupervisedProcess): SupervisedProcess {
  const isDown = ({ outages }: SupervisedProcess) => outages.some(({ to }) => to + REJOIN_MS > Date.now());
  if (nodes.length > 1 && nodes.some(isDown)) throw new Error("another node was down");
  return chosen;
}

/** From the database: the worker lives on, and cannot record what it does. */
async function cutOff(worker: SupervisedProcess, { links, workers }: FaultInstallation, ms: number): Promise<void> {
  const link = links[workers.indexOf(worker)];
  if (!link) throw new Error(`${worker.name} has no link`);
  const outage = { name: worker.name, kind: "suspend" as const, from: Date.now(), to: Date.now() + ms };
  worker.outages.push(outage);
  await (Math.floor(ms) % 2 === 0 ? link.cut(ms) : link.stall(ms));
  outage.to = Date.now();
}

async function refuseKeys(worker: SupervisedProcess, { oneMasterKey }: FaultInstallation, ms: number): Promise<void> {
  const refusals = await worker.runWith({ VAULT_MASTER_KEYS: oneMasterKey }, ms);
  if (refusals === 0) throw new Error(`${worker.name} ran without a master key`);
}

/** A worker that starts creates the queue again. */
async function dropQueue({ workers, stock, urls }: FaultInstallation): Promise<void> {
  const client = new pg.Client(urls.postgres);
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("DROP SCHEMA IF EXISTS graphile_worker CASCADE");
    await client.query("DROP SCHEMA IF EXISTS stock CASCADE");
  } finally {
    await client.end();
  }
  await each([...workers.slice(0, 1), ...stock.slice(0, 1)], (one) => one.kill(100));
  await pause(500);
  await enqueueUnsent(urls);
}

async function each(processes: SupervisedProcess[], work: (one: SupervisedProcess) => Promise<void>): Promise<void> {
  await Promise.all(processes.map(work));
}
