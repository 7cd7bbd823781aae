import { percentile } from "../harness/statistics.ts";
import { describeFailures, isClean } from "./ledger.ts";
import type { FaultResult } from "./run.ts";

export function describeFaults(seed: string, result: FaultResult): string {
  const { ledger, stock, faults, unexpectedExits } = result;
  const rate = (count: number, of: number) => `${count} (${((count / of) * 10_000).toFixed(1)} in 10,000)`;
  const row = (name: string, app: number, stockTask: number | string = "-") =>
    `  ${name.padEnd(46)}${rate(app, ledger.vaults).padEnd(26)}${typeof stockTask === "number" ? rate(stockTask, stock.vaults) : stockTask}`;
  const doubled = ledger.doubled.length + ledger.doubledWithoutLog.length + ledger.doubledByKill.length;
  const lines = [
    `Seed ${seed}: ${ledger.vaults} vaults, ${result.requests} requests to send, settled after ${result.settledAfterSeconds.toFixed(0)} s`,
    "Faults:",
    ...Object.entries(faults).map(([name, { injected, failed, reason }]) => {
      const failures = failed > 0 ? `  (${failed} could not be injected: ${reason})` : "";
      return `  ${name.padEnd(46)}${injected}${failures}`;
    }),
    `Tables that the server damaged on a full disk, rebuilt: ${result.rebuiltTables.join(", ") || "none"}`,
    `Unexpected exits, restarted: ${list(unexpectedExits)}`,
    `${ledger.arrived} arrived, ${ledger.bounced} bounced, ${ledger.held} held with a reason, ${ledger.cancelled} cancelled, ${ledger.waiting} moved to a later date, ${ledger.retrying} waiting for their next attempt, ${ledger.claimed} opened by a card`,
    `Lateness: ${describeLateness(ledger.lateness)}`,
    "",
    `  ${"".padEnd(46)}${"Amberkeep".padEnd(26)}stock task`,
    row("lost", ledger.lost.length, stock.lost),
    row("early", ledger.early.length, stock.early),
    row("wrong recipient", ledger.wrongRecipient.length),
    row("doubled, all", doubled, stock.doubled),
    row("  although the provider's log answered", ledger.doubled.length),
    row("  over SMTP, by a kill before the record", ledger.doubledByKill.length),
    row("arrived although held or cancelled", ledger.sentDespiteState.length),
    row("  over SMTP, refused after such a kill", ledger.refusedAfterKill.length),
    row("stuck in delivery", ledger.stuck.length, stock.stuck),
    row("changes confirmed and lost", ledger.lostChanges.length),
    "",
    isClean(ledger) ? "Nothing lost, early, wrong or doubled." : describeFailures(ledger),
  ];
  return lines.join("\n");
}

function list(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

function describeLateness(lateness: number[]): string {
  const at = (share: number) => `${((lateness.length > 0 ? percentile(lateness, share) : 0) / 1_000).toFixed(1)} s`;
  return `half within ${at(0.5)}, 90% within ${at(0.9)}, 99% within ${at(0.99)}, all within ${at(1)}`;
}
