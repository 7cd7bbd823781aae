import { randomInt } from "node:crypto";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bench } from "../bench/harness/bench.ts";
import { findRow, ROWS, type Row } from "../bench/rows.ts";
import { ensureBuilt } from "./launch/build.ts";
import { openTestDatabases } from "./launch/databases.ts";
import { LaunchError } from "./launch/launch-error.ts";
import { runSupervised } from "./launch/supervisor.ts";

await runSupervised({ home: join(".amberkeep", "bench"), interruptedCode: 130 }, async (supervisor) => {
  const { progress } = supervisor;
  const { rows, ...options } = readArguments();
  const databases = await openTestDatabases(supervisor);
  await ensureBuilt(supervisor);
  const bench: Bench = { supervisor, databases, ...options };
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
    // Unknown options get the usage, as unknown rows do.
  }
  const list = ROWS.map(({ number, name }) => `  ${String(number).padEnd(3)} ${name}`).join("\n");
  throw new LaunchError(
    `Usage: npm run bench -- [ROW ...] [--n 1000] [--seed 42] [--short]\nA row is given by its number or its name:\n${list}`,
  );
}
