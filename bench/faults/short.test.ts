import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createChildren } from "../../scripts/launch/children";
import { createProgress } from "../../scripts/launch/progress";
import { openHome } from "../../scripts/launch/project";
import type { FaultKind } from "./faults";
import { describeFailures } from "./ledger";
import { runFaults } from "./run";

/** Failed seeds become tests of their own. */
const SEED = process.env.FAULTS_SEED ?? "7";
const TRANSPORT = process.env.FAULTS_TRANSPORT === "smtp" ? "smtp" : "mailgun";

/** Those that need no web and end soon. */
const KINDS: FaultKind[] = [
  "kill a worker",
  "suspend a worker",
  "kill all workers",
  "kill the clients",
  "kill MySQL",
  "kill Postgres",
  "make MySQL read-only",
  "fill the disk",
  "hold locks, frozen",
  "cut off a worker",
  "a worker's clock is wrong",
  "a worker lacks a master key",
];

it("loses, doubles and misdirects no mail while its processes are killed", { timeout: 600_000 }, async () => {
  const home = openHome(join(".amberkeep", `faults-test-${process.pid}`));
  const children = createChildren();
  const progress = createProgress({ write: () => true });
  try {
    const { ledger, faults } = await runFaults({
      home,
      children,
      progress,
      seed: SEED,
      vaults: 200,
      transport: TRANSPORT,
      kinds: KINDS,
      workers: 2,
      webs: 0,
      seconds: 25,
      everySeconds: 3,
      maxSuspendSeconds: 8,
      faultyAttempts: 1,
      settleTimeoutSeconds: 240,
    });
    expect(describeFailures(ledger), `seed ${SEED}`).toBe("");
    expect(Object.keys(faults).length).toBeGreaterThanOrEqual(3);
    expect(ledger.vaults).toBeGreaterThanOrEqual(200);
    expect(ledger.arrived).toBeGreaterThan(100);
  } finally {
    await children.stopAll();
    await rm(home, { recursive: true, force: true });
  }
});
