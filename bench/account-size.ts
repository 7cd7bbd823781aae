import type { LargeAccount } from "./harness/accounts.ts";
import { table } from "./harness/format.ts";
import { median } from "./harness/statistics.ts";

/** Uncounted, since the first requests meet an empty cache. */
const WARM_UP = 10;

const PAGES: { name: string; path: (account: LargeAccount) => string }[] = [
  { name: "dashboard", path: () => "/dashboard" },
  { name: "timeline", path: () => "/timeline" },
  { name: "timeline, searched", path: () => "/timeline?search=plum" },
  { name: "activity", path: () => "/activity" },
  { name: "details", path: ({ vaultId }) => `/memories/${vaultId}` },
  { name: "create", path: () => "/create?type=send-to-someone&step=form" },
];

export function pagesOf(url: string, account: LargeAccount): { name: string; url: string; cookie: string }[] {
  return PAGES.map(({ name, path }) => ({
    name: `Amberkeep, ${name}, ${count(account)} vaults`,
    url: url + path(account),
    cookie: account.cookie,
  }));
}

/** Times each page for an account with many vaults and for one with few, one request at a time. */
export async function compareAccountSizes(
  url: string,
  few: LargeAccount,
  many: LargeAccount,
  requests: number,
): Promise<string> {
  const rows: string[][] = [];
  for (const { name, path } of PAGES) {
    const times = { few: [] as number[], many: [] as number[] };
    for (let request = 0; request < WARM_UP + requests; request += 1) {
      times.few.push(await timeOf(url + path(few), few.cookie));
      times.many.push(await timeOf(url + path(many), many.cookie));
    }
    const [ofFew, ofMany] = [median(times.few.slice(WARM_UP)), median(times.many.slice(WARM_UP))];
    rows.push([name, ofFew.toFixed(2), ofMany.toFixed(2), (ofMany / ofFew).toFixed(2)]);
  }
  return [
    `  ms from request to the last byte, median of ${requests}, one at a time and alternating; a page shows up to 20`,
    table([["", `${count(few)} vaults`, `${count(many)} vaults`, "ratio"], ...rows]),
    "  good: 1.5 at most",
  ].join("\n");
}

const count = ({ vaults }: LargeAccount) => vaults.toLocaleString("en");

async function timeOf(url: string, cookie: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { headers: { cookie, accept: "text/html" }, redirect: "manual" });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - start;
}
