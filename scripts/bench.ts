import { randomInt } from "node:crypto";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bench } from "./bench/installation.ts";
import { measureCrashRecovery } from "./bench/row-2-crash-recovery.ts";
import { measurePunctuality } from "./bench/row-3-punctuality.ts";
import { measureBurst } from "./bench/row-4-burst.ts";
import { measurePageSpeed } from "./bench/row-5-page-speed.ts";
import { measurePageWeight } from "./bench/row-6-page-weight.ts";
import { measureNoJsParity } from "./bench/row-7-no-js-parity.ts";
import { measureUpload } from "./bench/row-8-upload.ts";
import { measureHostileInput } from "./bench/row-9-hostile-input.ts";
import { measureLimitRace } from "./bench/row-10-limit-race.ts";
import { measureCalendarTruth } from "./bench/row-12-calendar-truth.ts";
import { ensureBuilt } from "./launch/build.ts";
import { openTestDatabases } from "./launch/databases.ts";
import { runSupervised } from "./launch/supervisor.ts";
import { LaunchError } from "./launch/launch-error.ts";

/** By row of docs/measures.md. Row 1 is `npm run faults`. */
const ROWS = {
  2: measureCrashRecovery,
  3: measurePunctuality,
  4: measureBurst,
  5: measurePageSpeed,
  6: measurePageWeight,
  7: measureNoJsParity,
  8: measureUpload,
  9: measureHostileInput,
  10: measureLimitRace,
  12: measureCalendarTruth,
};
type Row = keyof typeof ROWS;

await runSupervised({ home: join(".amberkeep", "bench"), interruptedCode: 130 }, async (supervisor) => {
  const { rows, seed, n } = readArguments();
  const databases = await openTestDatabases(supervisor);
  await ensureBuilt(supervisor);
  const bench: Bench = { supervisor, databases, seed, n };
  supervisor.progress.say(
    `\nSeed ${seed}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`,
  );
  for (const row of rows) supervisor.progress.say(`\n${await ROWS[row](bench)}`);
  return 0;
});

function readArguments(): { rows: Row[]; seed: string; n: number | undefined } {
  try {
    const text = { type: "string" } as const;
    const { values, positionals } = parseArgs({ options: { seed: text, n: text }, allowPositionals: true });
    const rows = (positionals.length > 0 ? positionals : Object.keys(ROWS)).map(Number);
    const n = values.n === undefined ? undefined : Number(values.n);
    if (rows.every((row): row is Row => row in ROWS) && (n === undefined || n > 0)) {
      return { rows, n, seed: values.seed ?? String(randomInt(1_000_000)) };
    }
  } catch {
    // An unknown option: the usage below lists them.
  }
  throw new LaunchError(`Usage: npm run bench -- [${Object.keys(ROWS).join(" | ")} ...] [--n 1000] [--seed 42]`);
}
