import { join } from "node:path";
import { bundle } from "../../tests/faults/programs.ts";
import { runCommand } from "../launch/commands.ts";
import { root } from "../launch/project.ts";
import { type Bench, createInstallation } from "./installation.ts";
import type { LimitRace } from "./limit-race.ts";
import { median, spread } from "./measuring.ts";

const ROUNDS = 10;

/** Row 10: a thousand submits at once against the limit of a plan, and what the check costs. */
export async function measureLimitRace(bench: Bench): Promise<string> {
  const rounds = bench.n ?? ROUNDS;
  const installation = await createInstallation(bench, { LOG_LEVEL: "warn" });
  try {
    const { race } = await bundle(join(bench.supervisor.home, "programs"), { race: "scripts/bench/limit-race.ts" });
    const args = [race, String(rounds), bench.seed];
    const options = { cwd: root, env: installation.env };
    const { ok, output } = await runCommand(bench.supervisor.children, process.execPath, args, options);
    const line = output.split("\n").find((one) => one.startsWith('{"over"'));
    if (!ok || !line) throw new Error(`The race did not end:\n${output.slice(-2_000)}`);
    return describe(JSON.parse(line), rounds, bench.seed);
  } finally {
    await installation.drop();
  }
}

function describe({ over, naiveOver, attempts, ours, naive }: LimitRace, rounds: number, seed: string): string {
  return [
    `Row 10, limit race: ${rounds} rounds of 1,000 submits at once, seed ${seed}; in every second round half of the vaults`,
    "  are cancelled again and the plan is bought and refunded meanwhile",
    `  vaults over the limit: ${over} of ${attempts} submits; behind a count instead: ${naiveOver} of 1,000`,
    `  attempts per second while there is room, 1,000 at once of one person: ${spread(ours)}; behind a count ${spread(naive)}`,
    `  of the naive speed: ${(median(ours) / median(naive)).toFixed(2)}`,
    "  good: 0 over, 0.7; after: 0.85",
  ].join("\n");
}
