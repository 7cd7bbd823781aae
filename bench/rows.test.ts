import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "../scripts/launch/build";
import { createChildren } from "../scripts/launch/children";
import { createProgress } from "../scripts/launch/progress";
import { openHome } from "../scripts/launch/project";
import type { Bench } from "./harness/bench";
import { findRow, ROWS } from "./rows";

const SEED = process.env.BENCH_SEED ?? "7";

// A start stops leftovers of every home whose path begins with its own, so this is not "bench-test".
const home = openHome(join(".amberkeep", "rows-test"));
const children = createChildren();
const bench: Bench = {
  supervisor: {
    home,
    children,
    processTag: `--amberkeep-home=${home}`,
    progress: createProgress({ write: () => true }),
  },
  databases: {
    mysqlUrl: process.env.TEST_DATABASE_URL ?? "",
    postgresUrl: process.env.TEST_WORKER_DATABASE_URL ?? "",
    servers: [],
  },
  seed: SEED,
  n: undefined,
  short: true,
};

beforeAll(async () => {
  const { ok } = await build(bench.supervisor);
  expect(ok, "the app is built").toBe(true);
}, 600_000);
afterAll(() => children.stopAll());

/** Row 1 is in bench/faults/short.test.ts. */
describe("the short form", () => {
  it.each(ROWS)("of row $number, $name, has cases and no failures", { timeout: 600_000 }, async ({ measure }) => {
    const { report, cases, failures } = await measure(bench);
    expect(cases, report).toBeGreaterThan(0);
    const failed = Object.entries(failures).filter(([, count]) => count !== 0);
    expect(Object.fromEntries(failed), `${report}\nseed ${SEED}`).toEqual({});
  });
});

describe("a row", () => {
  it("is found by its number and by its name", () => {
    expect(findRow("6")?.name).toBe("page-weight");
    expect(findRow("page-weight")?.number).toBe(6);
    expect(findRow("1")).toBeUndefined();
  });
});
