import type { Bench, Measurement } from "./harness/bench.ts";
import { spread } from "./harness/format.ts";
import { withInstallation } from "./harness/installation.ts";
import { runProgram } from "./harness/programs.ts";
import { median } from "./harness/statistics.ts";

export type LimitRaceInput = { rounds: number; speedRounds: number; atOnce: number; seed: string };

/**
 * Vaults over the limit in all rounds, orders whose ledger does not balance, and attempts a second in each round of
 * speed; `naive` counts before it inserts.
 */
export type LimitRace = {
  over: number;
  unbalanced: number;
  naiveOver: number;
  attempts: number;
  speeds: number[];
  naiveSpeeds: number[];
};

const FULL = { rounds: 10, speedRounds: 3, atOnce: 1_000 };
const SHORT = { rounds: 2, speedRounds: 1, atOnce: 50 };

/** Row 10: a thousand concurrent submits against the limit of a plan, and the cost of the check. */
export async function measureLimitRace(bench: Bench): Promise<Measurement> {
  const { seed, n } = bench;
  const input: LimitRaceInput = { ...(bench.short ? SHORT : FULL), ...(n && { rounds: n }), seed };
  return withInstallation(bench, {}, async ({ env }) => {
    const race = await runProgram<LimitRace>(bench, "race-vault-limit", { env, input });
    return {
      cases: race.attempts,
      failures: { over: race.over, unbalanced: race.unbalanced },
      report: describe(race, input),
    };
  });
}

function describe(race: LimitRace, { rounds, atOnce, seed }: LimitRaceInput): string {
  const { over, unbalanced, naiveOver, attempts, speeds, naiveSpeeds } = race;
  const size = atOnce.toLocaleString("en");
  return [
    `Row 10, limit race: ${rounds} rounds of ${size} concurrent submits, seed ${seed}; in every second round half of the vaults`,
    "  are cancelled and plans are bought and refunded meanwhile",
    `  vaults over the limit: ${over} of ${attempts} submits; with a count before the insert: ${naiveOver} of ${size}`,
    `  orders whose ledger does not balance: ${unbalanced}`,
    `  attempts per second with room for all, ${size} at once by one account: ${spread(speeds)}; with a count ${spread(naiveSpeeds)}`,
    `  of the naive speed: ${(median(speeds) / median(naiveSpeeds)).toFixed(2)}`,
    "  good: 0 over, 0.7; target: 0.85",
  ].join("\n");
}
