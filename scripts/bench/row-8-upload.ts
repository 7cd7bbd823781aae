import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { bundle } from "../../tests/faults/programs.ts";
import { freePort } from "../../tests/setup/installation.ts";
import type { Child } from "../launch/children.ts";
import { root } from "../launch/project.ts";
import { untilReady } from "../launch/until-ready.ts";
import { type Bench, createInstallation, startWeb } from "./installation.ts";
import { coresInWords, median, onCore, spread, table } from "./measuring.ts";
import { prepare } from "./prepare.ts";
import { type Orders, residentBytes, type Uploaded, upload } from "./uploading.ts";

const ROUNDS = 3;
const MB = 1024 * 1024;
const CROWD = { name: "50 x 20 MB", bytes: 20 * MB, count: 50 };
const GIANT = { name: "499 MB", bytes: 499 * MB, count: 1 };

type Server = { url: string; process: Child; idleBytes: number };
type Subject = Server & { name: string; way: Orders["way"]; sizes: typeof CROWD };

/** Row 8: fifty films of 20 MB at once, and one of 499 MB, to us and into a bare pipe, in turns. */
export async function measureUpload(bench: Bench): Promise<string> {
  const rounds = bench.n ?? ROUNDS;
  const installation = await createInstallation(bench, { LOG_LEVEL: "warn", TRUSTED_PROXIES: "1" });
  try {
    const { owners } = await prepare(bench, installation);
    const programs = await bundle(join(bench.supervisor.home, "programs"), {
      pipe: "scripts/bench/pipe.ts",
      senders: "scripts/bench/senders.ts",
    });
    const results = new Map<Subject, Uploaded[]>();
    for (const sizes of [CROWD, GIANT]) {
      // New processes, so that what many leave behind does not count as what one takes.
      const web = await startWeb(installation);
      const pipe = await startPipe(bench, programs.pipe);
      await warmUp(installation.url, owners[0]?.cookie ?? "");
      const ours = { url: installation.url, process: web, idleBytes: residentBytes(web.pid), sizes };
      const subjects: Subject[] = [
        { name: "node:http pipe", way: "pipe", ...pipe, sizes },
        { name: "a plain form", way: "form", ...ours },
        { name: "parts from script", way: "parts", ...ours },
      ];
      for (const subject of subjects) results.set(subject, []);
      for (let round = 0; round <= rounds; round += 1) {
        for (const [index, subject] of subjects.entries()) {
          const { way, url, process: server } = subject;
          // What one person may have waiting would not hold all the rounds.
          const sender = owners[(round * subjects.length + index) % owners.length];
          if (!sender) throw new Error("nobody was prepared to send");
          const orders = { way, url, ...sender, ...sizes, round };
          const uploaded = await upload(bench, programs.senders, orders, server.pid);
          await rm(join(bench.supervisor.home, "media"), { recursive: true, force: true });
          // The first round warms up.
          if (round > 0) results.get(subject)?.push(uploaded);
        }
      }
      await Promise.all([web.stop(), pipe.process.stop()]);
    }
    return describe(results, rounds);
  } finally {
    await installation.drop();
  }
}

/** What pages need is no memory of uploads. */
async function warmUp(url: string, cookie: string): Promise<void> {
  for (let count = 0; count < 50; count += 1) {
    await (await fetch(`${url}/create?type=video&step=form`, { headers: { cookie } })).text();
  }
}

function describe(results: Map<Subject, Uploaded[]>, rounds: number): string {
  const speedsOf = (all: Uploaded[]) => all.map(({ megabytesPerSecond }) => megabytesPerSecond);
  const rows = [...results].map(([{ name, sizes, idleBytes }, all]) => {
    const reference = [...results].find(([other]) => other.way === "pipe" && other.sizes === sizes)?.[1] ?? [];
    const ratios = speedsOf(all).map((speed, round) => speed / (speedsOf(reference)[round] ?? Number.NaN));
    const processor = all.map(({ processor }) => processor);
    const memory = all.map(({ memory }) => (memory - idleBytes) / MB);
    return [
      `${name}, ${sizes.name}`,
      spread(speedsOf(all)),
      median(ratios).toFixed(2),
      spread(processor, 1),
      spread(memory),
    ];
  });
  return [
    "Row 8, upload: encrypted, hashed and judged, against a bare server that writes what comes into a file",
    `  ${rounds} rounds in turns, ${coresInWords}; memory is the most that the server held over what it held at first`,
    table([["", "MB/s", "of the pipe", "CPU ms/MB", "memory, MB"], ...rows]),
    "  good: 0.5, up to +128 MB; after: 0.85, up to +48 MB whatever the size",
  ].join("\n");
}

async function startPipe({ supervisor }: Bench, program: string): Promise<Server> {
  const port = await freePort();
  const folder = join(supervisor.home, "piped");
  mkdirSync(folder, { recursive: true });
  const server = supervisor.children.start({
    name: "The pipe",
    ...onCore(0, process.execPath, [program]),
    tier: "app",
    options: { cwd: root, env: { ...process.env, NODE_ENV: "production", PORT: String(port), FOLDER: folder } },
  });
  const url = `http://127.0.0.1:${port}`;
  const ready = await untilReady(server, async () => {
    await (await fetch(url, { method: "POST", body: "a", signal: AbortSignal.timeout(5_000) })).text();
  });
  if (!ready.ok) throw new Error(`The pipe did not come up: ${ready.reason}`);
  return { url, process: server, idleBytes: residentBytes(server.pid) };
}
