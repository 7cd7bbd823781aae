import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../scripts/launch/refusal.ts";
import { parseTestArguments, partNames } from "../../scripts/launch/test-arguments.ts";
import { add, countPlaywright, countsLine, countVitest, none } from "../../scripts/launch/test-counts.ts";
import { newFolder } from "./launching.ts";

function report(content: unknown): string {
  const file = join(newFolder(), "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}
const vitestReport = (counts: object) =>
  report({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], ...counts });
const playwrightReport = (counts: object) =>
  report({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...counts } });
const good = { ok: true, output: "" };
const bad = { ok: false, output: "" };

describe("the count of npm test", () => {
  test("is what the suites report", () => {
    const unit = countVitest(
      vitestReport({ numPassedTests: 12, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }),
      bad,
    );
    const browser = countPlaywright(playwrightReport({ expected: 5, flaky: 1, skipped: 1 }), good);
    expect(countsLine(add(unit, browser))).toBe("18 passed, 1 failed, 4 skipped, 1 at a second try");
    expect(countsLine(none)).toBe("0 passed, 0 failed");
  });

  test("takes a suite that ran nothing, or wrote no report, for a failure", () => {
    expect(countVitest(vitestReport({}), good)).toMatchObject({ passed: 0, failed: 1 });
    expect(countVitest(vitestReport({ numPendingTests: 3 }), good)).toMatchObject({ failed: 1, skipped: 3 });
    expect(countPlaywright(playwrightReport({}), good)).toMatchObject({ failed: 1 });
    expect(countPlaywright("/no/such/report.json", good)).toMatchObject({ failed: 1 });
  });

  test("takes a suite that ended badly for a failure, even if every test that ran has passed", () => {
    expect(countVitest(vitestReport({ numPassedTests: 3 }), bad)).toMatchObject({ passed: 3, failed: 1 });
    expect(countPlaywright(playwrightReport({ expected: 3 }), bad)).toMatchObject({ passed: 3, failed: 1 });
  });

  test("counts a file of tests that could not be loaded", () => {
    const testResults = [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{ status: "failed" }] },
    ];
    expect(countVitest(vitestReport({ numPassedTests: 3, numFailedTests: 1, testResults }), bad)).toMatchObject({
      failed: 2,
    });
  });
});

describe("the arguments of npm test", () => {
  test("choose parts and hand on the rest", () => {
    expect(parseTestArguments([])).toEqual({ only: new Set(partNames), passOn: [] });
    expect(parseTestArguments(["--only", "unit,e2e", "--", "-t", "seal"])).toEqual({
      only: new Set(["unit", "e2e"]),
      passOn: ["-t", "seal"],
    });
  });

  test.each([["--only", "units"], ["--fast"], ["--only", ""]])(
    "are refused when they name what does not exist: %s %s",
    (...args) => {
      expect(() => parseTestArguments(args)).toThrow(Refusal);
    },
  );
});
