import { describeFailures, isClean } from "./ledger.ts";
import type { FaultResult } from "./run.ts";

/** The ledger as a table for people, ours beside the stock task's. */
export function describeFaults(seed: string, result: FaultResult): string {
  const { ledger, stock, mishaps, ownEnds } = result;
  const rate = (count: number, of: number) => `${count} (${((count / of) * 10_000).toFixed(1)} in 10,000)`;
  const row = (name: string, ours: number, theirs: number | string) =>
    `  ${name.padEnd(46)}${rate(ours, ledger.vaults).padEnd(26)}${typeof theirs === "number" ? rate(theirs, stock.vaults) : theirs}`;
  const doubled = ledger.doubledAskable.length + ledger.doubledUnaskable.length;
  const lines = [
    `Seed ${seed}: ${ledger.vaults} vaults, ${result.requests} requests to send, at rest after ${result.settledAfterSeconds.toFixed(0)} s`,
    `Mishaps: ${Object.entries(mishaps)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(", ")}`,
    `Ended by themselves and were started again: ${Object.entries(ownEnds)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ")}`,
    `${ledger.arrived} arrived, ${ledger.cameBack} came back, ${ledger.held} held with a reason, ${ledger.cancelled} cancelled, ${ledger.waiting} moved away, ${ledger.underWay} wait for their next attempt`,
    `Lateness: ${describeLateness(ledger.lateness)}`,
    "",
    `  ${"".padEnd(46)}${"ours".padEnd(26)}stock task`,
    row("lost", ledger.lost.length, stock.lost),
    row("early", ledger.early.length, stock.early),
    row("wrong recipient", ledger.wrongRecipient.length, "-"),
    row("doubled, in all", doubled, stock.doubled),
    row("  of them where the provider could be asked", ledger.doubledAskable.length, "-"),
    row("arrived although held or cancelled", ledger.contradicted.length, "-"),
    row("under way, and nobody will go on", ledger.unsettled.length, stock.stuck),
    row("changes confirmed and forgotten", ledger.forgotten.length, "-"),
    "",
    isClean(ledger) ? "Nothing lost, early, wrong or doubled without need." : describeFailures(ledger),
  ];
  return lines.join("\n");
}

function describeLateness(lateness: number[]): string {
  const sorted = lateness.toSorted((a, b) => a - b);
  const at = (share: number) => `${((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) / 1_000).toFixed(1)} s`;
  return `half within ${at(0.5)}, 90% within ${at(0.9)}, 99% within ${at(0.99)}, all within ${at(1)}`;
}
