import { readFileSync } from "node:fs";
import type { Outcome } from "./commands.ts";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Of the passed ones, those that failed once before. */
  retried: number;
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0, retried: 0 };

export function add(a: Counts, b: Counts): Counts {
  const sum = (of: keyof Counts) => a[of] + b[of];
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), retried: sum("retried") };
}

/** `12 passed, 0 failed`, and what was skipped or passed only at a second try, if anything did. */
export function countsLine({ passed, failed, skipped, retried }: Counts): string {
  const more = [skipped > 0 && `${skipped} skipped`, retried > 0 && `${retried} at a second try`].filter(Boolean);
  return [`${passed} passed`, `${failed} failed`, ...more].join(", ");
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
    return { ...none, passed: numPassedTests, failed: numFailedTests + broken.length, skipped };
  });
}

/** Counts the tests in the file that Playwright's JSON reporter has written. One that passed at a second try has passed. */
export function countPlaywright(report: string, outcome: Outcome): Counts {
  return honest(outcome, () => {
    const { stats } = readJson(report);
    const { expected, flaky, unexpected, skipped } = stats;
    return { passed: expected + flaky, failed: unexpected, skipped, retried: flaky };
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
