import { readFileSync } from "node:fs";
import type { Outcome } from "./commands.ts";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** `12 passed, 0 failed`, and what was skipped if anything was. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** A part that is one test: it succeeds or it does not. */
export function countOne({ ok }: Outcome): Counts {
  return ok ? { ...none, passed: 1 } : { ...none, failed: 1 };
}

/** Counts the tests in the file that vitest's JSON reporter has written. A file that could not even be loaded is one failure. */
export function countVitest(report: string, outcome: Outcome): Counts {
  return honest(outcome, () => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readJson(report);
    const broken = testResults.filter((file: { status: string; assertionResults: { status: string }[] }) => {
      return file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed");
    });
    const skipped = numPendingTests + numTodoTests;
    return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped };
  });
}

/** Counts the tests in the file that Playwright's JSON reporter has written. One that passed at a second try has passed. */
export function countPlaywright(report: string, outcome: Outcome): Counts {
  return honest(outcome, () => {
    const { stats } = readJson(report);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
  });
}

/** A suite that ran nothing, wrote no report, or ended badly without naming a failed test has failed once. */
function honest({ ok }: Outcome, count: () => Counts): Counts {
  let counts = none;
  try {
    counts = count();
  } catch {
    return { ...none, failed: 1 };
  }
  const ranNothing = counts.passed + counts.failed === 0;
  return ranNothing || (!ok && counts.failed === 0) ? { ...counts, failed: counts.failed + 1 } : counts;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));
