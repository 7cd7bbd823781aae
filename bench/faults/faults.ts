import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Actor } from "./supervised-process.ts";
import { createRandom } from "../harness/random.ts";
import { enqueueUnsent } from "./stock-task.ts";

/** How often each mishap happens, in relation to the others. */
const WEIGHTS = {
  "kill a worker": 30,
  "stop a worker": 16,
  "kill both workers": 5,
  "stop both workers": 4,
  "kill the web": 10,
  "stop the web": 4,
  "kill the people": 8,
  "kill MySQL": 7,
  "kill Postgres": 7,
  "drop the queue": 4,
};
export type MishapKind = keyof typeof WEIGHTS;
export type Mishap = { at: number; kind: MishapKind; which: 0 | 1; seconds: number };

/** What goes wrong when, in seconds after the beginning; the same for the same seed. */
export function planMishaps(
  seed: string,
  { seconds, every, longest }: { seconds: number; every: number; longest: number },
): Mishap[] {
  const random = createRandom(`${seed} mishaps`);
  const mishaps: Mishap[] = [];
  for (let at = random.between(1, every); at < seconds; at += random.between(0.3, 1.7) * every) {
    const kind = random.weighted<MishapKind>(WEIGHTS);
    const which = random.next() < 0.5 ? 0 : 1;
    mishaps.push({
      at,
      kind,
      which,
      seconds: kind.startsWith("stop") ? random.between(1, longest) : random.between(0.1, 2.5),
    });
  }
  return mishaps;
}

export type Cast = {
  workers: [Actor, Actor];
  /** The reference: whatever happens to a worker happens to its counterpart. */
  stock: [Actor, Actor];
  web: Actor | undefined;
  people: Actor;
  mysql: Actor;
  postgres: Actor;
  urls: { mysql: string; postgres: string };
};

export async function happen({ kind, which, seconds }: Mishap, cast: Cast): Promise<void> {
  const { workers, stock, web, people, mysql, postgres } = cast;
  const ms = seconds * 1_000;
  const both = [...workers, ...stock];
  switch (kind) {
    case "kill a worker":
      return all([workers[which], stock[which]], (actor) => actor.kill(ms));
    case "stop a worker":
      return all([workers[which], stock[which]], (actor) => actor.suspend(ms));
    case "kill both workers":
      return all(both, (actor) => actor.kill(ms));
    case "stop both workers":
      return all(both, (actor) => actor.suspend(ms));
    case "kill the web":
      return all([web ?? people], (actor) => actor.kill(ms));
    case "stop the web":
      return all([web ?? people], (actor) => actor.suspend(ms));
    case "kill the people":
      return people.kill(ms);
    case "kill MySQL":
      return mysql.kill(ms);
    case "kill Postgres":
      return postgres.kill(ms);
    case "drop the queue":
      return dropQueue(cast);
  }
}

/** Away with it altogether; a worker that starts makes it anew. */
async function dropQueue({ workers, stock, urls }: Cast): Promise<void> {
  const client = new pg.Client(urls.postgres);
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("DROP SCHEMA IF EXISTS graphile_worker CASCADE");
    await client.query("DROP SCHEMA IF EXISTS stock CASCADE");
  } finally {
    await client.end();
  }
  await all([workers[0], stock[0]], (actor) => actor.kill(100));
  await pause(500);
  await enqueueUnsent(urls);
}

async function all(actors: Actor[], work: (actor: Actor) => Promise<void>): Promise<void> {
  await Promise.all(actors.map(work));
}
