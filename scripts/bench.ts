import { randomInt } from "node:crypto";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bench } from "../bench/harness/bench.ts";
import { findRow, ROWS, type Row } from "../bench/rows.ts";
import { build, isBuilt } from "./launch/build.ts";
import { runOrRefuse } from "./launch/commands.ts";
import { openDatabases } from "./launch/databases.ts";
import { runHouse } from "./launch/house.ts";
import { Refusal } from "./launch/refusal.ts";
import { openSecrets } from "./launch/secrets.ts";

await runHouse({ home: join(".amberkeep", "bench"), interrupted: 130 }, async (house) => {
  const { home, owned, progress } = house;
  const { rows, ...options } = readArguments();
  const { TEST_DATABASE_URL: mysql, TEST_WORKER_DATABASE_URL: postgres } = process.env;
  const given = { mysql, postgres, forTests: true };
  const databases = await openDatabases({ home, owned, progress, secrets: openSecrets(home), given });
  if (!isBuilt()) {
    const run = () => runOrRefuse("The app could not be built:", build(owned));
    await progress.step("Building the app", "App built", run);
  }
  const bench: Bench = { house, databases, ...options };
  progress.say(
    `\nSeed ${options.seed}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`,
  );
  for (const { measure } of rows) progress.say(`\n${(await measure(bench)).report}`);
  return 0;
});

function readArguments(): { rows: Row[] } & Pick<Bench, "seed" | "n" | "short"> {
  try {
    const text = { type: "string" } as const;
    const { values, positionals } = parseArgs({
      options: { seed: text, n: text, short: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const rows = positionals.length > 0 ? positionals.map(findRow) : ROWS;
    const n = values.n === undefined ? undefined : Number(values.n);
    if (rows.every((row) => row !== undefined) && (n === undefined || n > 0)) {
      return { rows, n, short: values.short, seed: values.seed ?? String(randomInt(1_000_000)) };
    }
  } catch {
    // An unknown option gets the same answer as an unknown row.
  }
  const list = ROWS.map(({ number, name }) => `  ${String(number).padEnd(3)} ${name}`).join("\n");
  throw new Refusal(
    `Usage: npm run bench -- [ROW ...] [--n 1000] [--seed 42] [--short]\nA row is given by its number or its name:\n${list}`,
  );
}
