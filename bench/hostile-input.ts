import type { Child } from "../scripts/launch/children.ts";
import { createAccounts } from "./harness/accounts.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { coreAssignment } from "./harness/cpu.ts";
import { table } from "./harness/format.ts";
import { startWeb, withInstallation } from "./harness/installation.ts";
import { createRandom } from "./harness/random.ts";
import { buildStockApp, readPageData, startStockApp } from "./harness/stock-app.ts";
import { type RawResult, sendRaw } from "./hostile-input/raw-request.ts";
import type { Target } from "./hostile-input/request-kind.ts";
import { createRequest, type HostileRequest } from "./hostile-input/requests.ts";
import { measureSlowClients } from "./hostile-input/slow-clients.ts";
import { measureUploadCorpus } from "./hostile-input/upload-corpus.ts";

const FULL = { requests: 4_000, hangSeconds: 10, slowClients: { clients: 200, seconds: 30 }, isWholeCorpus: true };
const SHORT = { requests: 100, hangSeconds: 120, slowClients: { clients: 5, seconds: 1 }, isWholeCorpus: false };
const CONCURRENCY = 16;

type Tally = {
  sent: number;
  faults: number;
  hangs: number;
  closed: number;
  crashes: number;
  wrong: number;
  examples: string[];
};

/** Row 9: seeded requests that no browser makes, to the app and to the stock app. */
export async function measureHostileInput(bench: Bench): Promise<Measurement> {
  const options = { ...(bench.short ? SHORT : FULL), ...(bench.n && { requests: bench.n }) };
  return withInstallation(bench, {}, async (installation) => {
    const accounts = await createAccounts(bench, installation);
    const web = await startWeb(installation);
    const data = await readPageData(bench, installation.url, accounts.owner.cookie);
    const target: Target = { ...accounts, port: installation.port, isStock: false };
    const app = await attack(web, target, bench.seed, options);
    const slow = await measureSlowClients(installation.port, options.slowClients);
    const corpus = await measureUploadCorpus(
      { url: installation.url, pid: web.pid },
      accounts.owner,
      options.isWholeCorpus,
    );
    await web.stop();

    const stockApp = await startStockApp(bench, await buildStockApp(bench), data);
    const stockTarget = { ...target, port: stockApp.port, isStock: true };
    // It never answers incomplete requests.
    const stockOptions = { ...options, hangSeconds: FULL.hangSeconds };
    const stock = await attack(stockApp.process, stockTarget, bench.seed, stockOptions);
    await stockApp.process.stop();
    const { sent, examples: _, ...failures } = app;
    return {
      cases: sent + corpus.cases,
      // The server needs 30 s to close slow connections.
      failures: { ...failures, ...corpus.failures, ...(bench.short ? {} : slow.failures) },
      report: describe(bench.seed, options.hangSeconds, app, stock, [slow.report, corpus.report]),
    };
  });
}

function describe(seed: string, hangSeconds: number, app: Tally, stock: Tally, more: string[]): string {
  const per = (count: number, { sent }: Tally) => ((count / sent) * 10_000).toFixed(0);
  const row = (name: string, which: "faults" | "hangs" | "closed" | "crashes" | "wrong") => [
    name,
    `${app[which]} (${per(app[which], app)})`,
    which === "wrong" ? "-" : `${stock[which]} (${per(stock[which], stock)})`,
  ];
  return [
    `Row 9, hostile input: ${app.sent} requests from seed ${seed}, ${CONCURRENCY} at once, ${coreAssignment}; counts, and per 10,000`,
    table([
      ["", "Amberkeep", "stock"],
      row("answered 5xx", "faults"),
      row(`no answer within ${hangSeconds} s`, "hangs"),
      row("closed without an answer", "closed"),
      row("server ended", "crashes"),
      row("wrong status", "wrong"),
    ]),
    ...app.examples.map((example) => `  ! ${example}`),
    ...more,
    "  good: 0",
  ].join("\n");
}

async function attack(
  server: Child,
  target: Target,
  seed: string,
  { requests, hangSeconds }: typeof FULL,
): Promise<Tally> {
  const tally: Tally = { sent: 0, faults: 0, hangs: 0, closed: 0, crashes: 0, wrong: 0, examples: [] };
  let next = 0;
  const sendInTurn = async () => {
    while (next < requests && server.isRunning()) {
      const request = createRequest(createRandom(`${seed} attack ${next++}`), target);
      const result = await sendRaw(target.port, request, hangSeconds * 1_000);
      tally.sent += 1;
      record(tally, request, result);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sendInTurn));
  if (!server.isRunning()) tally.crashes += 1;
  return tally;
}

function record(tally: Tally, { name, expected, isWhole }: HostileRequest, result: RawResult): void {
  const note = (kind: string) => {
    if (tally.examples.length < 12) tally.examples.push(`${kind}: ${name} answered ${result}`);
  };
  if (result === "timeout" && isWhole) {
    tally.hangs += 1;
    note("hang");
  } else if (result === "closed" && isWhole) {
    tally.closed += 1;
    note("closed");
  } else if (typeof result === "number" && result >= 500) {
    tally.faults += 1;
    note("5xx");
  } else if (typeof result === "number" && expected && !expected.includes(result)) {
    tally.wrong += 1;
    note("wrong");
  }
}
