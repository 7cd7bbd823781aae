import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { root } from "./project.ts";
import { writeReport } from "./test-report.ts";

type TestError = ReturnType<TestModule["errors"]>[number];

/** A reporter for vitest, whose own JSON has neither diffs nor errors outside of tests. */
export default class VitestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly TestError[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const suites = modules.flatMap(({ children }) => [...children.allSuites()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const failures = [
      ...modules.map((module) => ({ name: module.relativeModuleId, errors: module.errors() })),
      ...suites.map((suite) => ({ name: nameOf(suite), errors: suite.errors() })),
      ...tests.map((test) => ({ name: nameOf(test), errors: test.result().errors ?? [] })),
      { name: "outside of the tests", errors: unhandled },
    ].filter(({ errors }) => errors.length > 0);
    writeReport({
      passed: count("passed"),
      skipped: count("skipped"),
      retried: [],
      failures: failures.map(({ name, errors }) => ({ name, error: errors.map(describe).join("\n") })),
    });
  }
}

function nameOf({ module, fullName }: { module: TestModule; fullName: string }): string {
  return `${module.relativeModuleId} > ${fullName}`;
}

function describe({ name, message, diff, stacks = [] }: TestError): string {
  const calls = stacks.slice(0, 5).map(({ method, file, line, column }) => {
    return `    at ${[method, `${relative(root, file)}:${line}:${column}`].filter(Boolean).join(" ")}`;
  });
  return [`${name}: ${message}`, diff, ...calls].filter(Boolean).join("\n");
}
