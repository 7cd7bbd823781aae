import { readFileSync } from "node:fs";
import type { Outcome } from "./commands.ts";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  retried: number;
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0, retried: 0 };

export function add(a: Counts, b: Counts): Counts {
  const sum = (key: keyof Counts) => a[key] + b[key];
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), retried: sum("retried") };
}

/** `12 passed, 0 failed`, then `, 3 skipped` if any. Tools may parse it: it is the last line of `npm test`. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

export const countCommand = ({ ok }: Outcome): Counts => ({ ...none, passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

/** Reads vitest's JSON report; a failed file without a failed test could not be loaded. */
export function countVitest(report: string, outcome: Outcome): Counts {
  return countReport(
    report,
    outcome,
    ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => {
      const notLoaded = testResults.filter((file: { status: string; assertionResults: { status: string }[] }) => {
        return file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed");
      });
      const failed = numFailedTests + notLoaded.length;
      return { ...none, passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
    },
  );
}

export function countPlaywright(report: string, outcome: Outcome): Counts {
  return countReport(report, outcome, ({ stats: { expected, flaky, unexpected, skipped } }) => {
    return { passed: expected + flaky, failed: unexpected, skipped, retried: flaky };
  });
}

/** Adds a failure for a suite that ran nothing, wrote no report, or failed without a failed test. */
// biome-ignore lint/suspicious/noExplicitAny: the reports' types are not exported
function countReport(file: string, { ok }: Outcome, count: (report: any) => Counts): Counts {
  try {
    const counts = count(JSON.parse(readFileSync(file, "utf8")));
    const ranNothing = counts.passed + counts.failed === 0;
    return ranNothing || (!ok && counts.failed === 0) ? add(counts, { ...none, failed: 1 }) : counts;
  } catch {
    return { ...none, failed: 1 };
  }
}
