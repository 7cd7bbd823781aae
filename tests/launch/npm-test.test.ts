import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LaunchError } from "../../scripts/launch/launch-error.ts";
import { parseTestArguments, stepNames } from "../../scripts/launch/test-arguments.ts";
import { add, countPlaywright, countsLine, countVitest, none } from "../../scripts/launch/test-counts.ts";
import { newFolder } from "./launch.ts";

function report(content: unknown): string {
  const file = join(newFolder(), "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}
const vitestReport = (counts: object) =>
  report({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], ...counts });
const playwrightReport = (counts: object) =>
  report({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...counts } });
const succeeded = { ok: true, output: "" };
const crashed = { ok: false, output: "" };

describe("the counts of npm test", () => {
  test("are what the suites report", () => {
    const unit = countVitest(
      vitestReport({ numPassedTests: 12, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }),
      crashed,
    );
    const browser = countPlaywright(playwrightReport({ expected: 5, flaky: 1, skipped: 1 }), succeeded);
    expect(add(unit, browser)).toEqual({ passed: 18, failed: 1, skipped: 4, retried: 1 });
    expect(countsLine(add(unit, browser))).toBe("18 passed, 1 failed, 4 skipped");
    expect(countsLine(none)).toBe("0 passed, 0 failed");
  });

  test("include a failure for a suite that ran nothing or wrote no report", () => {
    expect(countVitest(vitestReport({}), succeeded)).toMatchObject({ passed: 0, failed: 1 });
    expect(countVitest(vitestReport({ numPendingTests: 3 }), succeeded)).toMatchObject({ failed: 1, skipped: 3 });
    expect(countPlaywright(playwrightReport({}), succeeded)).toMatchObject({ failed: 1 });
    expect(countPlaywright("/no/such/report.json", succeeded)).toMatchObject({ failed: 1 });
  });

  test("include a failure for a suite that crashed, even if all its tests passed", () => {
    expect(countVitest(vitestReport({ numPassedTests: 3 }), crashed)).toMatchObject({ passed: 3, failed: 1 });
    expect(countPlaywright(playwrightReport({ expected: 3 }), crashed)).toMatchObject({ passed: 3, failed: 1 });
  });

  test("include a failure for a test file that could not be loaded", () => {
    const testResults = [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{ status: "failed" }] },
    ];
    expect(countVitest(vitestReport({ numPassedTests: 3, numFailedTests: 1, testResults }), crashed)).toMatchObject({
      failed: 2,
    });
  });
});

describe("the arguments of npm test", () => {
  test("choose steps and pass on the rest", () => {
    expect(parseTestArguments([])).toEqual({ only: new Set(stepNames), passOn: [] });
    expect(parseTestArguments(["--only", "unit,e2e", "--", "-t", "seal"])).toEqual({
      only: new Set(["unit", "e2e"]),
      passOn: ["-t", "seal"],
    });
  });

  test.each([["--only", "units"], ["--fast"], ["--only", ""]])(
    "are rejected when they name an unknown step or option: %s %s",
    (...args) => {
      expect(() => parseTestArguments(args)).toThrow(LaunchError);
    },
  );
});
