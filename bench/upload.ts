import { mkdirSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Accounts, createAccounts, type SignedIn } from "./harness/accounts.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { coreAssignment, cpuTime, residentBytes } from "./harness/cpu.ts";
import { spread, table } from "./harness/format.ts";
import { type Installation, startWeb, withInstallation } from "./harness/installation.ts";
import { type RunningServer, runProgram, startProgramServer } from "./harness/programs.ts";
import { median } from "./harness/statistics.ts";

export type UploadOrder = SignedIn & {
  method: "pipe" | "form" | "parts";
  url: string;
  bytes: number;
  count: number;
  /** Part of each round's client address, to stay below the rate limits. */
  round: number;
};
export type UploadResult = { ms: number; problems: string[] };

/** `cpuMs` is the server's processor time for a megabyte; `memory` its peak in bytes. */
type Upload = { megabytesPerSecond: number; cpuMs: number; memory: number };
type Size = { name: string; bytes: number; count: number };

const MB = 1024 * 1024;
const FULL = {
  rounds: 3,
  warmUpRounds: 1,
  warmUpPages: 50,
  sizes: [
    { name: "50 x 20 MB", bytes: 20 * MB, count: 50 },
    { name: "499 MB", bytes: 499 * MB, count: 1 },
  ],
};
const SHORT = {
  rounds: 1,
  warmUpRounds: 0,
  warmUpPages: 1,
  sizes: [
    { name: "2 x 1 MB", bytes: MB, count: 2 },
    { name: "6 MB", bytes: 6 * MB, count: 1 },
  ],
};

type Subject = {
  name: string;
  method: UploadOrder["method"];
  server: Pick<RunningServer, "url" | "process">;
  idleBytes: number;
  size: Size;
};

/** Row 8: fifty films of 20 MB at once, and one of 499 MB, to the app and into a bare pipe, alternating. */
export async function measureUpload(bench: Bench): Promise<Measurement> {
  const options = { ...(bench.short ? SHORT : FULL), ...(bench.n && { rounds: bench.n }) };
  return withInstallation(bench, { TRUSTED_PROXIES: "1" }, async (installation) => {
    const accounts = await createAccounts(bench, installation);
    const results = new Map<Subject, Upload[]>();
    // New processes for each size: memory left by one must not count for the other.
    for (const size of options.sizes) {
      for (const [subject, uploads] of await measureSize(bench, installation, accounts, size, options)) {
        results.set(subject, uploads);
      }
    }
    return {
      cases: [...results].reduce((total, [{ size }, uploads]) => total + size.count * uploads.length, 0),
      failures: {},
      report: describe(results, options.rounds),
    };
  });
}

async function measureSize(
  bench: Bench,
  installation: Installation,
  { uploaders }: Accounts,
  size: Size,
  { rounds, warmUpRounds, warmUpPages }: typeof FULL,
): Promise<Map<Subject, Upload[]>> {
  const web = { url: installation.url, process: await startWeb(installation) };
  const pipe = await startPipe(bench);
  await loadPages(installation.url, uploaders[0]?.cookie ?? "", warmUpPages);
  const app = { server: web, idleBytes: residentBytes(web.process.pid), size };
  const subjects: Subject[] = [
    { name: "node:http pipe", method: "pipe", server: pipe, idleBytes: residentBytes(pipe.process.pid), size },
    { name: "a plain form", method: "form", ...app },
    { name: "parts from script", method: "parts", ...app },
  ];
  const results = new Map<Subject, Upload[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      // One account cannot keep the pending files of all rounds.
      const uploader = uploaders[(round * subjects.length + index) % uploaders.length];
      if (!uploader) throw new Error("There is no account to upload with.");
      const upload = await send(bench, subject, uploader, round);
      await emptyMediaFolder(join(bench.supervisor.home, "media"));
      if (round >= warmUpRounds) results.get(subject)?.push(upload);
    }
  }
  await Promise.all([web.process.stop(), pipe.process.stop()]);
  return results;
}

/** Leaves the file without which the web would refuse the folder. */
async function emptyMediaFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await rm(join(folder, entry.name), { recursive: true });
}

/** Page memory must not count as that of uploads. */
async function loadPages(url: string, cookie: string, pages: number): Promise<void> {
  for (let count = 0; count < pages; count += 1) {
    await (await fetch(`${url}/create?type=video&step=form`, { headers: { cookie } })).text();
  }
}

/**
 * Samples the server's memory meanwhile.
 * @throws Error when a file was refused
 */
async function send(
  bench: Bench,
  { method, server, size }: Subject,
  uploader: SignedIn,
  round: number,
): Promise<Upload> {
  const { pid } = server.process;
  const { bytes, count } = size;
  const input: UploadOrder = { method, url: server.url, ...uploader, bytes, count, round };
  const before = cpuTime(pid);
  let isDone = false;
  const highest = sampleMemory(pid, () => isDone);
  const { ms, problems } = await runProgram<UploadResult>(bench, "send-files", { input, core: 1 }).finally(() => {
    isDone = true;
  });
  if (problems.length > 0) throw new Error(`${problems.length} files were refused: ${problems[0]}`);
  const megabytes = (bytes * count) / MB;
  return {
    megabytesPerSecond: megabytes / (ms / 1000),
    cpuMs: (cpuTime(pid) - before) / megabytes,
    memory: await highest,
  };
}

async function sampleMemory(pid: number, isDone: () => boolean): Promise<number> {
  let highest = 0;
  while (!isDone()) {
    highest = Math.max(highest, residentBytes(pid));
    await pause(50);
  }
  return highest;
}

function describe(results: Map<Subject, Upload[]>, rounds: number): string {
  const speedsOf = (all: Upload[]) => all.map(({ megabytesPerSecond }) => megabytesPerSecond);
  const rows = [...results].map(([{ name, size, idleBytes }, all]) => {
    const reference = [...results].find(([other]) => other.method === "pipe" && other.size === size)?.[1] ?? [];
    const ratios = speedsOf(all).map((speed, round) => speed / (speedsOf(reference)[round] ?? Number.NaN));
    const cpu = all.map(({ cpuMs }) => cpuMs);
    const memory = all.map(({ memory }) => (memory - idleBytes) / MB);
    return [`${name}, ${size.name}`, spread(speedsOf(all)), median(ratios).toFixed(2), spread(cpu, 1), spread(memory)];
  });
  return [
    "Row 8, upload: encrypted, hashed and inspected, beside a bare server that writes each body into a file",
    `  ${rounds} alternating rounds, ${coreAssignment}; memory is the server's maximum over its idle memory`,
    table([["", "MB/s", "of the pipe", "CPU ms/MB", "memory, MB"], ...rows]),
    "  good: 0.5, up to +128 MB; target: 0.85, up to +48 MB for any size",
  ].join("\n");
}

function startPipe(bench: Bench): Promise<RunningServer> {
  const folder = join(bench.supervisor.home, "piped");
  mkdirSync(folder, { recursive: true });
  return startProgramServer(bench, "pipe-server", { FOLDER: folder }, { method: "POST", body: "a" });
}
