import { relative } from "node:path";
import type { Reporter, Suite, TestCase, TestError } from "playwright/types/testReporter";
import { root } from "./project.ts";
import { type Failure, writeReport } from "./test-report.ts";

/** A reporter for Playwright. */
export default class PlaywrightReport implements Reporter {
  #suite: Suite | undefined;
  #errors: TestError[] = [];

  onBegin(_: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? [];
    const those = (outcome: string) => tests.filter((test) => test.outcome() === outcome);
    const retried = those("flaky");
    writeReport({
      passed: those("expected").length + retried.length,
      skipped: those("skipped").length,
      retried: retried.map((test) => failureOf(test, 0)),
      failures: [
        ...this.#errors.map((error) => failure("outside of the tests", [error])),
        ...those("unexpected").map((test) => failureOf(test, -1)),
      ],
    });
  }
}

function failureOf(test: TestCase, run: number): Failure {
  const [project, , ...titles] = test.titlePath().slice(1);
  const place = `${relative(root, test.location.file)}:${test.location.line}`;
  const errors = test.results.at(run)?.errors ?? [];
  return failure(`[${project}] ${place} > ${titles.join(" > ")}`, errors);
}

function failure(name: string, errors: TestError[]): Failure {
  const describe = ({ message, value, snippet, stack }: TestError) =>
    [stack ?? message ?? value, snippet].filter(Boolean).join("\n");
  return { name, error: errors.map(describe).join("\n") };
}
