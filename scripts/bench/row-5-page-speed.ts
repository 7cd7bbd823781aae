import { join } from "node:path";
import { bundle } from "../../tests/faults/programs.ts";
import { freePort } from "../../tests/setup/installation.ts";
import { toolEnvironment } from "../launch/build.ts";
import { runCommand } from "../launch/commands.ts";
import type { Child } from "../launch/children.ts";
import { root } from "../launch/project.ts";
import { compareAccountSizes, pagesOfKeeper, prepareKeepers } from "./account-size.ts";
import { type Bench, createInstallation, startWeb, untilAnswers } from "./installation.ts";
import { coresInWords, median, onCore, processorTime, spread, table } from "./measuring.ts";
import { prepare } from "./prepare.ts";
import { buildStockApp, type PageData, readPageData, startStockApp } from "./stock-app.ts";

const CONNECTIONS = 16;
const SECONDS = 4;
const ROUNDS = 3;

type Subject = { name: string; url: string; process: Child; cookie?: string; encoding?: string };
/** `processor` is what the server itself used for a page, in milliseconds: a busy machine changes it less than its speed. */
type Load = { perSecond: number; p99: number; processor: number; errors: number };

/** Row 5: pages per second and their p99, ours beside the stock app and the floor, taken in turns. */
export async function measurePageSpeed(bench: Bench): Promise<string> {
  const rounds = bench.n ?? ROUNDS;
  const installation = await createInstallation(bench, { LOG_LEVEL: "info" });
  try {
    const { owner } = await prepare(bench, installation);
    const keepers = await prepareKeepers(bench, installation);
    const web = await startWeb(installation);
    const data = await readPageData(installation.url, owner.cookie);
    const stock = await startStockApp(bench, await buildStockApp(bench, data));
    const floor = await startFloor(bench, data);

    const dashboard = `${installation.url}/dashboard`;
    const subjects: Subject[] = [
      { name: "Amberkeep, dashboard", url: dashboard, process: web, cookie: owner.cookie },
      { name: "remix-serve, the same cards", url: stock.url, process: stock.process },
      { name: "renderToString alone", url: floor.url, process: floor.process },
      {
        name: "Amberkeep, dashboard, compressed",
        url: dashboard,
        process: web,
        cookie: owner.cookie,
        encoding: "gzip, deflate, br",
      },
      { name: "remix-serve, compressed", url: stock.url, process: stock.process, encoding: "gzip, deflate, br" },
      { name: "Amberkeep, Home, nobody signed in", url: `${installation.url}/`, process: web },
      ...pagesOfKeeper(installation.url, keepers).map((page) => ({ ...page, process: web })),
    ];
    const loads = new Map<Subject, Load[]>(subjects.map((subject) => [subject, []]));
    for (const subject of subjects) await load(bench, subject, 2);
    for (let round = 0; round < rounds; round += 1) {
      for (const subject of subjects) loads.get(subject)?.push(await load(bench, subject, SECONDS));
    }
    const sizes = await compareAccountSizes(installation.url, keepers);
    await Promise.all([web.stop(), stock.process.stop(), floor.process.stop()]);
    return `${describe(loads, rounds)}\n\n${sizes}`;
  } finally {
    await installation.drop();
  }
}

function describe(loads: Map<Subject, Load[]>, rounds: number): string {
  const speeds = [...loads].map(([subject, all]) => ({ subject, speeds: all.map(({ perSecond }) => perSecond), all }));
  const reference = (encoding: string | undefined) =>
    speeds.find(({ subject }) => subject.name.startsWith("remix-serve") && subject.encoding === encoding)?.speeds ?? [];
  const rows = speeds.map(({ subject, speeds: own, all }) => {
    const ratios = own.map((speed, round) => speed / (reference(subject.encoding)[round] ?? Number.NaN));
    return [
      subject.name,
      spread(own),
      spread(all.map(({ p99 }) => p99)),
      spread(
        all.map(({ processor }) => processor),
        2,
      ),
      `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
      String(all.reduce((sum, { errors }) => sum + errors, 0)),
    ];
  });
  return [
    "Row 5, page speed: signed-in dashboard with 20 cards; session, CSRF, CSP and log on",
    `  ${CONNECTIONS} connections, ${SECONDS} s each, ${rounds} rounds in turns, ${coresInWords}; the databases run on both`,
    table([["", "pages/s", "p99 ms", "CPU ms/page", "of remix-serve", "errors"], ...rows]),
    "  good: 0.6 of remix-serve; after: 2.0",
  ].join("\n");
}

async function load(
  { supervisor }: Bench,
  { url, process: server, cookie, encoding }: Subject,
  seconds: number,
): Promise<Load> {
  const headers = [
    ...(cookie ? ["-H", `Cookie=${cookie}`] : []),
    ...(encoding ? ["-H", `Accept-Encoding=${encoding}`] : []),
  ];
  const tool = join(root, "node_modules/autocannon/autocannon.js");
  const args = [tool, "--json", "-c", String(CONNECTIONS), "-d", String(seconds), ...headers, url];
  const { command, args: pinned } = onCore(1, process.execPath, args);
  const before = processorTime(server.pid);
  const { output } = await runCommand(supervisor.children, command, pinned, { cwd: root, env: toolEnvironment() });
  const report = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  return {
    perSecond: report.requests.average,
    p99: report.latency.p99,
    processor: (processorTime(server.pid) - before) / report.requests.total,
    errors: report.errors + report.timeouts + report.non2xx,
  };
}

async function startFloor({ supervisor }: Bench, data: PageData) {
  const { floor } = await bundle(join(supervisor.home, "programs"), { floor: "scripts/bench/floor.tsx" });
  const port = await freePort();
  const server = supervisor.children.start({
    name: "The floor",
    ...onCore(0, process.execPath, [floor]),
    tier: "app",
    options: {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production", PORT: String(port), PAGE_DATA: JSON.stringify(data) },
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(server, url);
  return { url, process: server };
}
