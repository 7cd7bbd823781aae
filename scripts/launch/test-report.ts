import { readFileSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Outcome } from "./commands.ts";

/** What a step of `npm test` found. */
export interface TestReport {
  passed: number;
  skipped: number;
  /** Passed, but failed at first. */
  retried: Failure[];
  failures: Failure[];
}

export interface Failure {
  name: string;
  error: string;
}

export const nothing: TestReport = { passed: 0, skipped: 0, retried: [], failures: [] };

export function add(a: TestReport, b: TestReport): TestReport {
  return {
    passed: a.passed + b.passed,
    skipped: a.skipped + b.skipped,
    retried: [...a.retried, ...b.retried],
    failures: [...a.failures, ...b.failures],
  };
}

/** `12 passed, 0 failed`, then `, 3 skipped` if any. Tools may parse it: it is the last line of `npm test`. */
export function countsLine({ passed, failures, skipped }: TestReport): string {
  return `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** The lines shown of an error, from its beginning and from its end. */
const FIRST = 25;
const LAST = 15;
const MAX_ERRORS = 25;

/** Each failure with its error; after many, only their names. */
export function failureLines(failures: Failure[]): string[] {
  return failures.map(({ name, error }, index) => {
    const lines = index < MAX_ERRORS ? stripVTControlCharacters(error).trimEnd().split("\n") : [];
    const isLong = lines.length > FIRST + LAST;
    const cut = isLong ? [...lines.slice(0, FIRST), "…", ...lines.slice(-LAST)] : lines;
    return [`✗ ${name}`, ...cut.map((line) => `  ${line}`)].join("\n");
  });
}

/** A command that is a step by itself. */
export function reportCommand(name: string, { ok, output }: Outcome): TestReport {
  return ok ? { ...nothing, passed: 1 } : { ...nothing, failures: [{ name, error: output }] };
}

/** Adds a failure for a suite that ran nothing, wrote no report, or failed without a failed test. */
export function readReport(name: string, file: string, { ok, output }: Outcome): TestReport {
  const report = parse(file);
  const isUnexplained = !ok && report.failures.length === 0;
  const ranNothing = report.passed + report.failures.length === 0;
  if (!isUnexplained && !ranNothing) return report;
  return { ...report, failures: [...report.failures, { name, error: output }] };
}

function parse(file: string): TestReport {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return nothing;
  }
}

/** For the reporters of vitest and Playwright. */
export function writeReport(report: TestReport): void {
  if (process.env.TEST_REPORT_FILE) writeFileSync(process.env.TEST_REPORT_FILE, JSON.stringify(report));
}
