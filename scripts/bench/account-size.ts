import { join } from "node:path";
import { bundle } from "../../tests/faults/programs.ts";
import { runCommand } from "../launch/commands.ts";
import { root } from "../launch/project.ts";
import type { Bench, Installation } from "./installation.ts";
import type { Keepers } from "./keepers.ts";
import { median, table } from "./measuring.ts";

type Keeper = Keepers[10];

const FEW = 10;
const MANY = 10_000;
const REQUESTS = 150;

/** The screens of somebody who is signed in. */
const PAGES: { name: string; path: (keeper: Keeper) => string }[] = [
  { name: "dashboard", path: () => "/dashboard" },
  { name: "timeline", path: () => "/timeline" },
  { name: "timeline, searched", path: () => "/timeline?search=plum" },
  { name: "activity", path: () => "/activity" },
  { name: "details", path: ({ vaultId }) => `/memories/${vaultId}` },
  { name: "create", path: () => "/create?type=send-to-someone&step=form" },
];

/** People with few and many vaults, in an installation that is there. */
export async function prepareKeepers({ supervisor }: Bench, { env }: Installation): Promise<Keepers> {
  const { keepers } = await bundle(join(supervisor.home, "programs"), { keepers: "scripts/bench/keepers.ts" });
  const { ok, output } = await runCommand(supervisor.children, process.execPath, [keepers], { cwd: root, env });
  const line = output.split("\n").find((one) => one.startsWith('{"keepers"'));
  if (!ok || !line) throw new Error(`The keepers could not be prepared:\n${output.slice(-2_000)}`);
  return JSON.parse(line).keepers;
}

/** The screens of somebody who keeps 1,000 vaults: name, address and cookies of each. */
export function pagesOfKeeper(url: string, keepers: Keepers): { name: string; url: string; cookie: string }[] {
  const keeper = keepers[1_000];
  return PAGES.map(({ name, path }) => ({
    name: `Amberkeep, ${name}, 1,000 vaults`,
    url: url + path(keeper),
    cookie: keeper.cookie,
  }));
}

/** How long each screen takes somebody with many vaults, against somebody with few: one request at a time, in turns. */
export async function compareAccountSizes(url: string, keepers: Keepers): Promise<string> {
  const rows: string[][] = [];
  for (const { name, path } of PAGES) {
    const took: Record<typeof FEW | typeof MANY, number[]> = { [FEW]: [], [MANY]: [] };
    for (let request = 0; request < REQUESTS; request += 1) {
      for (const count of [FEW, MANY] as const) {
        const keeper = keepers[count];
        took[count].push(await timeOf(url + path(keeper), keeper.cookie));
      }
    }
    // The first ones meet an empty cache.
    const [few, many] = [median(took[FEW].slice(10)), median(took[MANY].slice(10))];
    rows.push([name, few.toFixed(2), many.toFixed(2), (many / few).toFixed(2)]);
  }
  const words = `  ms from request to the last byte, median of ${REQUESTS - 10}, one at a time and in turns; a page shows up to 20`;
  return [words, table([["", "10 vaults", "10,000 vaults", "ratio"], ...rows]), "  good: 1.5 at most"].join("\n");
}

async function timeOf(url: string, cookie: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { headers: { cookie, accept: "text/html" }, redirect: "manual" });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - start;
}
