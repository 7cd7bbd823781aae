import { createRandom } from "../../tests/faults/random.ts";
import type { Child } from "../launch/children.ts";
import type { Target } from "./attack-kind.ts";
import { type Attack, nextAttack } from "./attacks.ts";
import { type Bench, createInstallation, startWeb } from "./installation.ts";
import { coresInWords, table } from "./measuring.ts";
import { prepare } from "./prepare.ts";
import { send } from "./raw-request.ts";
import { measureUploadVerdicts } from "./row-9-upload-corpus.ts";
import { measureSlowClients } from "./slow-clients.ts";
import { buildStockApp, readPageData, startStockApp } from "./stock-app.ts";

const ATTACKS = 4_000;
const AT_ONCE = 16;

type Verdicts = { sent: number; faults: number; hangs: number; crashes: number; wrong: number; examples: string[] };

/** Row 9: requests as nobody's browser makes them, from a seed, to our server and to a stock one. */
export async function measureHostileInput(bench: Bench): Promise<string> {
  const count = bench.n ?? ATTACKS;
  const installation = await createInstallation(bench, { LOG_LEVEL: "warn" });
  try {
    const prepared = await prepare(bench, installation);
    const web = await startWeb(installation);
    const data = await readPageData(installation.url, prepared.owner.cookie);
    const stockFolder = await buildStockApp(bench, data);
    const target: Target = { ...prepared, port: installation.port, isStock: false };
    const ours = await attack(web, target, bench.seed, count);
    const slow = await measureSlowClients(installation.port);
    const verdicts = await measureUploadVerdicts(installation.url, prepared.owner);
    await web.stop();

    const stockApp = await startStockApp(bench, stockFolder);
    const stock = await attack(stockApp.process, { ...target, port: stockApp.port, isStock: true }, bench.seed, count);
    await stockApp.process.stop();
    return describe(bench.seed, ours, stock, `${slow}\n${verdicts}`);
  } finally {
    await installation.drop();
  }
}

function describe(seed: string, ours: Verdicts, stock: Verdicts, more: string): string {
  const per = (count: number, { sent }: Verdicts) => ((count / sent) * 10_000).toFixed(0);
  const row = (name: string, which: "faults" | "hangs" | "crashes" | "wrong") => [
    name,
    `${ours[which]} (${per(ours[which], ours)})`,
    which === "wrong" ? "-" : `${stock[which]} (${per(stock[which], stock)})`,
  ];
  return [
    `Row 9, hostile input: ${ours.sent} requests from seed ${seed}, ${AT_ONCE} at once, ${coresInWords}; counts, and per 10,000`,
    table([
      ["", "Amberkeep", "stock"],
      row("answered 5xx", "faults"),
      row("no answer within 10 s", "hangs"),
      row("server ended", "crashes"),
      row("wrong verdict", "wrong"),
    ]),
    ...ours.examples.map((example) => `  ! ${example}`),
    more,
    "  good: 0",
  ].join("\n");
}

async function attack(server: Child, target: Target, seed: string, count: number): Promise<Verdicts> {
  const verdicts: Verdicts = { sent: 0, faults: 0, hangs: 0, crashes: 0, wrong: 0, examples: [] };
  let next = 0;
  const lane = async () => {
    while (next < count && server.isRunning()) {
      const attack = nextAttack(createRandom(`${seed} attack ${next++}`), target);
      const answer = await send(target.port, attack);
      verdicts.sent += 1;
      judge(verdicts, attack, answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  if (!server.isRunning()) verdicts.crashes += 1;
  return verdicts;
}

function judge(verdicts: Verdicts, { name, expected, isWhole }: Attack, status: number | "closed" | "timeout"): void {
  const note = (kind: string) => {
    if (verdicts.examples.length < 12) verdicts.examples.push(`${kind}: ${name} answered ${status}`);
  };
  if (status === "timeout" && isWhole) {
    verdicts.hangs += 1;
    note("hang");
  } else if (typeof status === "number" && status >= 500) {
    verdicts.faults += 1;
    note("5xx");
  } else if (typeof status === "number" && expected && !expected.includes(status)) {
    verdicts.wrong += 1;
    note("wrong");
  }
}
