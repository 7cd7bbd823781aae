import { setTimeout as pause } from "node:timers/promises";
import type { Child } from "../scripts/launch/children.ts";
import type { SignedIn } from "./harness/accounts.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { residentBytes } from "./harness/cpu.ts";
import { table } from "./harness/format.ts";
import { startWeb, withInstallation } from "./harness/installation.ts";
import { runProgram } from "./harness/programs.ts";
import { waitUntil } from "./harness/wait-until.ts";

const MB = 1024 * 1024;
const FULL = { films: 10, megabytes: 499 };
const SHORT = { films: 2, megabytes: 4 };
const PAGE = "/settings/data-privacy";
/** In milliseconds. */
const LOOK_EACH = 100;
/** Until the worker has loaded its code. */
const LOADING_MS = 5_000;
const TIMEOUT_MS = 1_800_000;

export type FilmOwnerInput = { films: number; bytes: number };
type Used = { idle: number; highest: number };

/**
 * Row 15: the memory of the worker that prepares an account's archive, and of the web that sends it. `--n` is in films.
 */
export async function measureExportMemory(bench: Bench): Promise<Measurement> {
  const { films, megabytes } = { ...(bench.short ? SHORT : FULL), ...(bench.n && { films: bench.n }) };
  return withInstallation(bench, {}, async (installation) => {
    const { env, url } = installation;
    const input: FilmOwnerInput = { films, bytes: megabytes * MB };
    const owner = await runProgram<SignedIn>(bench, "create-film-owner", { env, input });
    const web = await startWeb(installation);
    const worker = installation.start("worker");
    await pause(LOADING_MS);
    const see = async () => (await fetch(url + PAGE, { headers: { cookie: owner.cookie } })).text();
    for (let count = 0; count < 50; count += 1) await see();

    const startedAt = performance.now();
    const prepared = await watch(worker, async () => {
      const body = new URLSearchParams({ csrf: owner.csrf });
      const answer = await fetch(url + PAGE, {
        method: "POST",
        headers: { cookie: owner.cookie },
        body,
        redirect: "manual",
      });
      if (answer.status !== 303) throw new Error(`the export was answered with ${answer.status}`);
      return untilReady(see);
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    const sent = await watch(web, () => download(url + prepared.result, owner.cookie));
    await Promise.all([web.stop(), worker.stop()]);

    const row = (name: string, { idle, highest }: Used) => [
      name,
      ...[idle, highest, highest - idle].map((bytes) => (bytes / MB).toFixed(0)),
    ];
    const report = [
      `Row 15, memory of an export: ${films} films of ${megabytes} MB on the disk, an archive of ${(sent.result / MB).toFixed(0)} MB,`,
      `  prepared in ${seconds.toFixed(0)} s; resident, in MB`,
      table([["", "idle", "highest", "over idle"], row("worker, preparing", prepared), row("web, sending", sent)]),
      "  good: up to +128 MB, whatever the length",
    ].join("\n");
    return { cases: films, failures: { short: sent.result < films * megabytes * MB ? 1 : 0 }, report };
  });
}

/** The path of the archive. */
async function untilReady(see: () => Promise<string>): Promise<string> {
  let path: string | undefined;
  const isReady = async () => {
    [path] = /\/settings\/data-privacy\/exports\/\w+/.exec(await see()) ?? [];
    return path !== undefined;
  };
  await waitUntil(isReady, { timeoutMs: TIMEOUT_MS });
  if (!path) throw new Error(`the archive was not prepared within ${TIMEOUT_MS / 60_000} min`);
  return path;
}

async function download(url: string, cookie: string): Promise<number> {
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  if (answer.status !== 200 || !answer.body) throw new Error(`the archive was answered with ${answer.status}`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += chunk.length;
  return bytes;
}

async function watch<Result>({ pid }: Child, work: () => Promise<Result>): Promise<Used & { result: Result }> {
  const idle = residentBytes(pid);
  let [highest, isDone] = [idle, false];
  const sampling = (async () => {
    while (!isDone) {
      highest = Math.max(highest, residentBytes(pid));
      await pause(LOOK_EACH);
    }
  })();
  const result = await work().finally(() => {
    isDone = true;
  });
  await sampling;
  return { idle, highest, result };
}
