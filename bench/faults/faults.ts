import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { createRandom } from "../harness/random.ts";
import { enqueueUnsent } from "./stock-task.ts";
import type { SupervisedProcess } from "./supervised-process.ts";

const WEIGHTS = {
  "kill a worker": 30,
  "stop a worker": 16,
  "kill both workers": 5,
  "stop both workers": 4,
  "kill the web": 10,
  "stop the web": 4,
  "kill the clients": 8,
  "kill MySQL": 7,
  "kill Postgres": 7,
  "drop the queue": 4,
};
export type FaultKind = keyof typeof WEIGHTS;
export type Fault = { at: number; kind: FaultKind; which: 0 | 1; seconds: number };

type FaultPlan = {
  seconds: number;
  /** Between two faults, on average. */
  everySeconds: number;
  maxSuspendSeconds: number;
};

/** `at` is in seconds from the start. */
export function planFaults(seed: string, { seconds, everySeconds, maxSuspendSeconds }: FaultPlan): Fault[] {
  // This text must stay, or the seeds of earlier runs give other faults.
  const random = createRandom(`${seed} mishaps`);
  const faults: Fault[] = [];
  for (let at = random.between(1, everySeconds); at < seconds; at += random.between(0.3, 1.7) * everySeconds) {
    const kind = random.weighted<FaultKind>(WEIGHTS);
    const which = random.next() < 0.5 ? 0 : 1;
    faults.push({
      at,
      kind,
      which,
      seconds: kind.startsWith("stop") ? random.between(1, maxSuspendSeconds) : random.between(0.1, 2.5),
    });
  }
  return faults;
}

export type Processes = {
  workers: [SupervisedProcess, SupervisedProcess];
  stock: [SupervisedProcess, SupervisedProcess];
  web: SupervisedProcess | undefined;
  clients: SupervisedProcess;
  mysql: SupervisedProcess;
  postgres: SupervisedProcess;
  urls: { mysql: string; postgres: string };
};

export async function inject({ kind, which, seconds }: Fault, processes: Processes): Promise<void> {
  const { workers, stock, web, clients, mysql, postgres } = processes;
  const ms = seconds * 1_000;
  const both = [...workers, ...stock];
  switch (kind) {
    case "kill a worker":
      return each([workers[which], stock[which]], (one) => one.kill(ms));
    case "stop a worker":
      return each([workers[which], stock[which]], (one) => one.suspend(ms));
    case "kill both workers":
      return each(both, (one) => one.kill(ms));
    case "stop both workers":
      return each(both, (one) => one.suspend(ms));
    case "kill the web":
      return (web ?? clients).kill(ms);
    case "stop the web":
      return (web ?? clients).suspend(ms);
    case "kill the clients":
      return clients.kill(ms);
    case "kill MySQL":
      return mysql.kill(ms);
    case "kill Postgres":
      return postgres.kill(ms);
    case "drop the queue":
      return dropQueue(processes);
  }
}

/** A worker that starts creates the queue again. */
async function dropQueue({ workers, stock, urls }: Processes): Promise<void> {
  const client = new pg.Client(urls.postgres);
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("DROP SCHEMA IF EXISTS graphile_worker CASCADE");
    await client.query("DROP SCHEMA IF EXISTS stock CASCADE");
  } finally {
    await client.end();
  }
  await each([workers[0], stock[0]], (one) => one.kill(100));
  await pause(500);
  await enqueueUnsent(urls);
}

async function each(processes: SupervisedProcess[], work: (one: SupervisedProcess) => Promise<void>): Promise<void> {
  await Promise.all(processes.map(work));
}
