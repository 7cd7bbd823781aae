import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isClean } from "../bench/faults/ledger.ts";
import { describeFaults } from "../bench/faults/report.ts";
import { runFaults } from "../bench/faults/run.ts";
import { ensureBuilt } from "./launch/build.ts";
import { LaunchError } from "./launch/launch-error.ts";
import { root } from "./launch/project.ts";
import { runSupervised } from "./launch/supervisor.ts";

await runSupervised({ home: join(".amberkeep", "faults"), interruptedCode: 130 }, async (supervisor) => {
  const { progress } = supervisor;
  const { minutes, seed, vaults } = readArguments();
  await ensureBuilt(supervisor);
  progress.say(`Seed ${seed}, ${vaults} vaults in ${minutes} minutes`);
  const result = await progress.step(`Injecting faults for ${minutes} minutes`, "Faults injected", () =>
    runFaults({
      ...supervisor,
      seed,
      vaults,
      seconds: minutes * 60,
      everySeconds: 3,
      maxSuspendSeconds: 20,
      faultyAttempts: 2,
      settleTimeoutSeconds: 1_800,
      web: join(root, "build/server/web.js"),
    }),
  );
  progress.say(describeFaults(seed, result));
  return isClean(result.ledger) ? 0 : 1;
});

function readArguments(): { minutes: number; seed: string; vaults: number } {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({ options: { minutes: text, seed: text, vaults: text } });
    const minutes = Number(values.minutes ?? 3);
    const vaults = Number(values.vaults ?? Math.round(minutes * 1_000));
    if (minutes > 0 && Number.isInteger(vaults) && vaults > 0) {
      return { minutes, vaults, seed: values.seed ?? String(randomInt(1_000_000)) };
    }
  } catch {
    // Unknown options get the usage, as invalid values do.
  }
  throw new LaunchError("Usage: npm run faults -- --minutes 3 --seed 42 --vaults 3000");
}
