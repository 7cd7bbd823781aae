import { randomInt } from "node:crypto";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bench } from "../bench/harness/installation.ts";
import { measureCrashRecovery } from "../bench/crash-recovery.ts";
import { measurePunctuality } from "../bench/punctuality.ts";
import { measureBurst } from "../bench/burst.ts";
import { measurePageSpeed } from "../bench/page-speed.ts";
import { measurePageWeight } from "../bench/page-weight.ts";
import { measureNoJsParity } from "../bench/no-js-parity.ts";
import { measureUpload } from "../bench/upload.ts";
import { measureHostileInput } from "../bench/hostile-input/hostile-input.ts";
import { measureLimitRace } from "../bench/limit-race.ts";
import { measureCalendarTruth } from "../bench/calendar-truth.ts";
import { build, isBuilt } from "./launch/build.ts";
import { runOrRefuse } from "./launch/commands.ts";
import { openDatabases } from "./launch/databases.ts";
import { runHouse } from "./launch/house.ts";
import { Refusal } from "./launch/refusal.ts";
import { openSecrets } from "./launch/secrets.ts";

/** By the row of docs/measures.md. Row 1 is `npm run faults`. */
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

await runHouse({ home: join(".amberkeep", "bench"), interrupted: 130 }, async (house) => {
  const { home, owned, progress } = house;
  const { rows, seed, n } = readArguments();
  const { TEST_DATABASE_URL: mysql, TEST_WORKER_DATABASE_URL: postgres } = process.env;
  const given = { mysql, postgres, forTests: true };
  const databases = await openDatabases({ home, owned, progress, secrets: openSecrets(home), given });
  if (!isBuilt()) {
    const run = () => runOrRefuse("The app could not be built:", build(owned));
    await progress.step("Building the app", "App built", run);
  }
  const bench: Bench = { house, databases, seed, n };
  progress.say(`\nSeed ${seed}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`);
  for (const row of rows) progress.say(`\n${await ROWS[row](bench)}`);
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
    // Told below: an option we do not have.
  }
  throw new Refusal(`Usage: npm run bench -- [${Object.keys(ROWS).join(" | ")} ...] [--n 1000] [--seed 42]`);
}
