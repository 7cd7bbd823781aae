import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../../scripts/launch/build.ts";
import { LaunchError } from "../../scripts/launch/launch-error.ts";
import { root } from "../../scripts/launch/project.ts";
import { runSupervised, type Supervisor } from "../../scripts/launch/supervisor.ts";
import { isClean } from "./ledger.ts";
import { describeFaults } from "./report.ts";
import { type FaultRun, runFaults } from "./run.ts";

type Variant = Pick<FaultRun, "kinds" | "workers" | "webs"> & {
  startCluster?: (supervisor: Supervisor) => ReturnType<NonNullable<FaultRun["startCluster"]>>;
};

/** Runs `npm run <name>`: for minutes, with the whole installation. Exits with 1 if anything went wrong. */
export async function runFaultCommand(
  name: "faults" | "cluster",
  { startCluster, ...variant }: Variant,
): Promise<never> {
  return runSupervised({ home: join(".amberkeep", name), interruptedCode: 130 }, async (supervisor) => {
    const { progress } = supervisor;
    const { minutes, ...options } = readArguments(name);
    await ensureBuilt(supervisor);
    progress.say(`Seed ${options.seed}, ${options.vaults} vaults in ${minutes} minutes, over ${options.transport}`);
    const result = await progress.step(`Injecting faults for ${minutes} minutes`, "Faults injected", () =>
      runFaults({
        ...supervisor,
        ...variant,
        ...options,
        ...(startCluster && { startCluster: () => startCluster(supervisor) }),
        seconds: minutes * 60,
        maxSuspendSeconds: 20,
        faultyAttempts: 2,
        settleTimeoutSeconds: 1_800,
        web: join(root, "build/server/web.js"),
      }),
    );
    progress.say(describeFaults(options.seed, result));
    return isClean(result.ledger) ? 0 : 1;
  });
}

type Arguments = Pick<FaultRun, "seed" | "vaults" | "transport" | "everySeconds"> & { minutes: number };

function readArguments(name: string): Arguments {
  try {
    const text = { type: "string" } as const;
    const options = { minutes: text, seed: text, vaults: text, transport: text, every: text };
    const { values } = parseArgs({ options });
    const minutes = Number(values.minutes ?? 3);
    const vaults = Number(values.vaults ?? Math.round(minutes * 1_000));
    const transport = values.transport ?? "mailgun";
    const everySeconds = Number(values.every ?? 3);
    const isKnown = transport === "mailgun" || transport === "smtp";
    if (minutes > 0 && Number.isInteger(vaults) && vaults > 0 && isKnown && everySeconds > 0) {
      return { minutes, vaults, transport, everySeconds, seed: values.seed ?? String(randomInt(1_000_000)) };
    }
  } catch {
    // Unknown options get the usage, as invalid values do.
  }
  throw new LaunchError(
    `Usage: npm run ${name} -- --minutes 3 --seed 42 --vaults 3000 --transport mailgun|smtp --every 3\nSeconds between two faults: more on a slow machine.`,
  );
}
