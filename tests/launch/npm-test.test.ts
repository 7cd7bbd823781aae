import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LaunchError } from "../../scripts/launch/launch-error.ts";
import { root } from "../../scripts/launch/project.ts";
import { parseTestArguments, stepNames } from "../../scripts/launch/test-arguments.ts";
import {
  add,
  countsLine,
  failureLines,
  nothing,
  readReport,
  reportCommand,
  type TestReport,
} from "../../scripts/launch/test-report.ts";
import { newFolder } from "./launch.ts";

const succeeded = { ok: true, output: "" };
const crashed = { ok: false, output: "out of memory\n" };
const failure = { name: "a.test.ts > opens the vault", error: "Error: it is locked" };
const retry = { name: "a.spec.ts > opens the vault", error: "Error: it is slow" };

function reportOf(found: Partial<TestReport>, outcome = succeeded): TestReport {
  const file = join(newFolder(), "report.json");
  writeFileSync(file, JSON.stringify({ ...nothing, ...found }));
  return readReport("Unit", file, outcome);
}

/** Runs a suite of tests/launch/failing and returns what its reporter wrote. */
function reportOfSuite(...command: string[]): TestReport {
  const file = join(newFolder(), "report.json");
  const env = { ...process.env, TEST_REPORT_FILE: file, FORCE_COLOR: "1" };
  try {
    execFileSync(process.execPath, command, { cwd: root, env, stdio: "pipe" });
  } catch {}
  return readReport("Suite", file, crashed);
}

describe("the counts of npm test", () => {
  test("are what the suites report", () => {
    const unit = reportOf({ passed: 12, skipped: 3, failures: [failure] }, crashed);
    const browser = reportOf({ passed: 6, retried: [retry], skipped: 1 });
    expect(add(unit, browser)).toEqual({ passed: 18, skipped: 4, retried: [retry], failures: [failure] });
    expect(countsLine(add(unit, browser))).toBe("18 passed, 1 failed, 4 skipped");
    expect(countsLine(nothing)).toBe("0 passed, 0 failed");
  });

  test("include a failure for a suite that ran nothing or wrote no report", () => {
    expect(reportOf({}).failures).toHaveLength(1);
    expect(reportOf({ skipped: 3 })).toMatchObject({ skipped: 3, failures: [{ name: "Unit" }] });
    expect(readReport("Unit", "/no/such/report.json", crashed).failures).toEqual([
      { name: "Unit", error: "out of memory\n" },
    ]);
  });

  test("include a failure for a suite that crashed, even if all its tests passed", () => {
    expect(reportOf({ passed: 3 }, crashed)).toMatchObject({ passed: 3, failures: [{ error: "out of memory\n" }] });
  });

  test("include a failure for a command that failed", () => {
    expect(reportCommand("Lint", succeeded)).toMatchObject({ passed: 1, failures: [] });
    expect(reportCommand("Lint", crashed).failures).toEqual([{ name: "Lint", error: "out of memory\n" }]);
  });
});

describe("the failures at the end of npm test", () => {
  test("are those of vitest with their diffs, files that could not be loaded, and hooks", () => {
    const report = reportOfSuite(
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config=tests/launch/failing/vitest.config.ts",
      "--configLoader=runner",
      "--reporter=./scripts/launch/vitest-report.ts",
    );
    const lines = failureLines(report.failures).join("\n");
    expect(countsLine(report)).toBe("1 passed, 3 failed, 2 skipped");
    expect(lines).toContain("✗ vitest-one.ts > compares two letters\n  AssertionError: expected");
    expect(lines).toMatch(/^ {2}- +"to": "Mia",\n {2}\+ +"to": "Leo",$/m);
    expect(lines).toMatch(/^ {6}at .*vitest-one\.ts:5:\d+$/m);
    expect(lines).toContain("✗ vitest-one.ts > a room without a key\n  Error: the key is lost");
    expect(lines).toContain("✗ vitest-broken.ts\n  Error: cannot be loaded");
  });

  test("are those of Playwright with their diffs, and apart from them what passed on retry", () => {
    const report = reportOfSuite(
      "node_modules/playwright/cli.js",
      "test",
      "--config=tests/launch/failing/playwright.config.ts",
      "--reporter=./scripts/launch/playwright-report.ts",
    );
    const lines = failureLines(report.failures).join("\n");
    expect(countsLine(report)).toBe("2 passed, 1 failed, 1 skipped");
    expect(failureLines(report.retried).join("\n")).toMatch(/^✗ \[js\] .* > is slow at first\n {2}Error: it is slow/);
    expect(lines).toContain("✗ [js] tests/launch/failing/playwright-one.ts:5 > compares two letters\n");
    expect(lines).toMatch(/^ {2}- +"to": "Mia",\n {2}\+ +"to": "Leo",$/m);
    expect(lines).toMatch(/^ {2} *at .*playwright-one\.ts:5/m);
  });

  test("have 40 lines at most, and only names after many", () => {
    const error = Array.from({ length: 50 }, (_, line) => `line ${line}`).join("\n");
    const lines = failureLines(Array.from({ length: 26 }, () => ({ name: "a test", error })));
    expect(lines[0]?.split("\n")).toHaveLength(42);
    expect(lines[0]).toMatch(/ {2}line 24\n {2}…\n {2}line 35\n/);
    expect(lines[25]).toBe("✗ a test");
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
