import { join } from "node:path";
import { toolEnvironment } from "../scripts/launch/build.ts";
import type { Child } from "../scripts/launch/children.ts";
import { runCommand } from "../scripts/launch/commands.ts";
import { root } from "../scripts/launch/project.ts";
import { compareAccountSizes, pagesOf } from "./account-size.ts";
import { createAccounts, createLargeAccounts, type LargeAccount } from "./harness/accounts.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { coreAssignment, cpuTime, onCore } from "./harness/cpu.ts";
import { spread, table } from "./harness/format.ts";
import { startWeb, withInstallation } from "./harness/installation.ts";
import { startProgramServer } from "./harness/programs.ts";
import { median, sum } from "./harness/statistics.ts";
import { buildStockApp, readPageData, startStockApp } from "./harness/stock-app.ts";

const CONNECTIONS = 16;
/** As Chromium and Firefox send it. */
const ENCODINGS = "gzip, deflate, br, zstd";
/** `vaults` per account: few, some and many; `requests` compare few with many. */
const FULL = { rounds: 3, load: { seconds: 4 }, warmUp: { seconds: 2 }, vaults: [10, 1_000, 10_000], requests: 140 };
const SHORT = {
  rounds: 1,
  load: { requests: 32, timeoutSeconds: 120 },
  warmUp: undefined,
  vaults: [10, 20, 40],
  requests: 1,
};

type LoadSize = { seconds: number } | { requests: number; timeoutSeconds: number };
type Subject = { name: string; url: string; process: Child; cookie?: string; encoding?: string };
/** `cpuMs` is the server's processor time for a page, which a busy machine changes less than its speed. */
type Load = { perSecond: number; p99: number; cpuMs: number; requests: number; errors: number };

/** Row 5: pages per second and their p99, alternating with the stock app and bare rendering. */
export async function measurePageSpeed(bench: Bench): Promise<Measurement> {
  const size = { ...(bench.short ? SHORT : FULL), ...(bench.n && { rounds: bench.n }) };
  return withInstallation(bench, { LOG_LEVEL: "info" }, async (installation) => {
    const { owner } = await createAccounts(bench, installation);
    const [few, some, many] = (await createLargeAccounts(bench, installation, size.vaults)) as [
      LargeAccount,
      LargeAccount,
      LargeAccount,
    ];
    const web = await startWeb(installation);
    const data = await readPageData(bench, installation.url, owner.cookie);
    const stock = await startStockApp(bench, await buildStockApp(bench), data);
    const renderer = await startProgramServer(bench, "render-server", { PAGE_DATA: data });

    const dashboard = { url: `${installation.url}/dashboard`, process: web, cookie: owner.cookie };
    const subjects: Subject[] = [
      { name: "Amberkeep, dashboard", ...dashboard },
      { name: "remix-serve, the same cards", url: stock.url, process: stock.process },
      { name: "renderToString alone", url: renderer.url, process: renderer.process },
      { name: "Amberkeep, dashboard, compressed", ...dashboard, encoding: ENCODINGS },
      { name: "remix-serve, compressed", url: stock.url, process: stock.process, encoding: ENCODINGS },
      { name: "Amberkeep, Home, signed out", url: `${installation.url}/`, process: web },
      ...pagesOf(installation.url, some).map((page) => ({ ...page, process: web })),
    ];
    const loads = new Map<Subject, Load[]>(subjects.map((subject) => [subject, []]));
    if (size.warmUp) for (const subject of subjects) await load(bench, subject, size.warmUp);
    for (let round = 0; round < size.rounds; round += 1) {
      for (const subject of subjects) loads.get(subject)?.push(await load(bench, subject, size.load));
    }
    const comparison = await compareAccountSizes(installation.url, few, many, size.requests);
    await Promise.all([web.stop(), stock.process.stop(), renderer.process.stop()]);
    const all = [...loads.values()].flat();
    return {
      cases: sum(all.map(({ requests }) => requests)),
      failures: { errors: sum(all.map(({ errors }) => errors)) },
      report: `${describe(loads, size.rounds, size.load)}\n\n${comparison}`,
    };
  });
}

function describe(loads: Map<Subject, Load[]>, rounds: number, each: LoadSize): string {
  const speeds = [...loads].map(([subject, all]) => ({ subject, speeds: all.map(({ perSecond }) => perSecond), all }));
  const reference = (encoding: string | undefined) =>
    speeds.find(({ subject }) => subject.name.startsWith("remix-serve") && subject.encoding === encoding)?.speeds ?? [];
  const rows = speeds.map(({ subject, speeds: own, all }) => {
    const ratios = own.map((speed, round) => speed / (reference(subject.encoding)[round] ?? Number.NaN));
    const cpu = all.map(({ cpuMs }) => cpuMs);
    return [
      subject.name,
      spread(own),
      spread(all.map(({ p99 }) => p99)),
      spread(cpu, 2),
      `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
      String(sum(all.map(({ errors }) => errors))),
    ];
  });
  return [
    "Row 5, page speed: signed-in dashboard with 20 cards; with session, CSRF, CSP and log",
    `  ${CONNECTIONS} connections, ${"seconds" in each ? `${each.seconds} s` : `${each.requests} requests`} each, ${rounds} alternating rounds, ${coreAssignment}; the databases run on both`,
    table([["", "pages/s", "p99 ms", "CPU ms/page", "of remix-serve", "errors"], ...rows]),
    "  good: 1.0 of remix-serve, compressed 3.0; target: 2.0, 4.0",
  ].join("\n");
}

async function load(
  { supervisor }: Bench,
  { url, process: server, cookie, encoding }: Subject,
  size: LoadSize,
): Promise<Load> {
  const headers = [
    ...(cookie ? ["-H", `Cookie=${cookie}`] : []),
    ...(encoding ? ["-H", `Accept-Encoding=${encoding}`] : []),
  ];
  const tool = join(root, "node_modules/autocannon/autocannon.js");
  const { command, args } = onCore(1, process.execPath, [
    ...[tool, "--json", "-c", String(CONNECTIONS)],
    ...("seconds" in size
      ? ["-d", String(size.seconds)]
      : ["-a", String(size.requests), "-t", String(size.timeoutSeconds)]),
    ...headers,
    url,
  ]);
  const before = cpuTime(server.pid);
  const { output } = await runCommand(supervisor.children, command, args, { cwd: root, env: toolEnvironment() });
  const report = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  return {
    perSecond: report.requests.average,
    p99: report.latency.p99,
    cpuMs: (cpuTime(server.pid) - before) / report.requests.total,
    requests: report.requests.total,
    errors: report.errors + report.timeouts + report.non2xx,
  };
}
