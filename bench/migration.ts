import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool, RowDataPacket } from "mysql2/promise";
import { root } from "../scripts/launch/project.ts";
import { fillBacklog } from "./harness/backlog.ts";
import type { Bench, Measurement } from "./harness/bench.ts";
import { withDeliveries, writeLetters } from "./harness/deliveries.ts";
import { runProgram } from "./harness/programs.ts";
import { createRandom } from "./harness/random.ts";
import { percentile } from "./harness/statistics.ts";

const FULL = { vaults: 1_000_000, before: 2_000 };
const SHORT = { vaults: 3_000, before: 20 };
const WRITERS = 4;
const HOUR_MS = 3_600_000;

/** One of each kind: a column, an index, and a change of all rows. */
const STATEMENTS = [
  "ALTER TABLE `memories` ADD `bench_note` varchar(20), ALGORITHM=INSTANT",
  "CREATE INDEX `memories_bench_note` ON `memories` (`bench_note`) ALGORITHM=INPLACE LOCK=NONE",
  "-- in slices\nUPDATE `memories` SET `bench_note` = 'changed' WHERE `bench_note` IS NULL LIMIT 1000",
];

/** Row 16: how long writes to a table wait while a migration changes it. */
export async function measureMigration(bench: Bench): Promise<Measurement> {
  const size = { ...(bench.short ? SHORT : FULL), ...(bench.n && { vaults: bench.n }) };
  const { vaults } = size;
  const folder = mkdtempSync(join(tmpdir(), "amberkeep-migrations-"));
  try {
    addMigration(folder);
    return await withDeliveries(bench, {}, async (deliveries) => {
      const { installation, pool } = deliveries;
      await writeLetters(bench, deliveries, { first: 0, count: 1, dueFrom: Date.now() + HOUR_MS });
      await fillBacklog(pool, vaults);
      const random = createRandom(bench.seed);
      const pick = () => Math.floor(random.next() * vaults);

      const before = await write(pool, pick, (done) => done >= size.before);
      let isMigrated = false;
      const startedAt = performance.now();
      const migrating = runProgram(bench, "run-migrations", { env: installation.env, input: folder }).finally(() => {
        isMigrated = true;
      });
      const [during] = await Promise.all([write(pool, pick, () => isMigrated), migrating]);
      const seconds = (performance.now() - startedAt) / 1_000;
      const { unchanged, written } = await readOutcome(pool);
      return {
        cases: before.waits.length + during.waits.length,
        failures: {
          unchanged,
          failed: before.failed + during.failed,
          lost: before.waits.length + during.waits.length - written,
        },
        report: [
          `Row 16, migration: a column, an index and a change of all rows of ${vaults} vaults, ${WRITERS} others write`,
          `  the migration took ${seconds.toFixed(0)} s; ${unchanged} rows not changed`,
          `  ms a write took before: ${describe(before.waits)}`,
          `  ms a write took meanwhile: ${describe(during.waits)}`,
          `  writes that failed: ${during.failed} of ${during.waits.length}`,
          "  good: 0 failed, at most 2,000 ms",
        ].join("\n"),
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const describe = (waits: number[]) =>
  [0.5, 0.99, 1]
    .map((share) => `${percentile(waits, share).toFixed(0)}`)
    .join(", ")
    .concat(" (p50, p99, longest)");

/** The app's migrations and one more. */
function addMigration(folder: string): void {
  cpSync(join(root, "db/migrations"), folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal: { entries: { idx: number; when: number; tag: string }[] } = JSON.parse(readFileSync(path, "utf8"));
  const last = journal.entries.at(-1);
  if (!last) throw new Error("There are no migrations.");
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "bench" });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(folder, "bench.sql"), STATEMENTS.join("--> statement-breakpoint\n"));
}

/** In milliseconds, how long each write took. */
type Writes = { waits: number[]; failed: number };

async function write(pool: Pool, pick: () => number, isDone: (count: number) => boolean): Promise<Writes> {
  const writes: Writes = { waits: [], failed: 0 };
  const writeOn = async () => {
    while (!isDone(writes.waits.length)) {
      const id = `b${String(pick()).padStart(23, "0")}`;
      const startedAt = performance.now();
      try {
        await pool.query("UPDATE memories SET delivery_failures = delivery_failures + 1 WHERE id = ?", [id]);
        writes.waits.push(performance.now() - startedAt);
      } catch {
        writes.failed += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writeOn));
  return writes;
}

async function readOutcome(pool: Pool): Promise<{ unchanged: number; written: number }> {
  const [[row]] = await pool.query<RowDataPacket[]>(
    "SELECT COALESCE(SUM(bench_note IS NULL), 0) AS unchanged, COALESCE(SUM(delivery_failures), 0) AS written FROM memories",
  );
  return { unchanged: Number(row?.unchanged), written: Number(row?.written) };
}
