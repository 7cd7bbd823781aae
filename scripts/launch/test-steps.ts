import { rmSync } from "node:fs";
import { join } from "node:path";
import { build, toolEnvironment } from "./build.ts";
import { type Outcome, runCommand } from "./commands.ts";
import { explain } from "./launch-error.ts";
import { duration } from "./progress.ts";
import { root } from "./project.ts";
import type { Supervisor } from "./supervisor.ts";
import type { StepName } from "./test-arguments.ts";
import { countsLine, readReport, reportCommand, type TestReport } from "./test-report.ts";

type Environment = () => Promise<NodeJS.ProcessEnv>;

export interface Step {
  name: StepName;
  title: string;
  run: () => Promise<Outcome>;
  report: (outcome: Outcome) => TestReport;
}

export function testSteps(
  supervisor: Supervisor,
  {
    passOn,
    databases,
    chromiumPath,
  }: { passOn: string[]; databases: Environment; chromiumPath: () => Promise<string> },
): Step[] {
  const { children, home } = supervisor;
  const tools: Environment = async () => toolEnvironment();
  const node = async (environment: Environment, script: string, ...args: string[]) =>
    runCommand(children, process.execPath, [join(root, "node_modules", script), ...args], {
      cwd: root,
      env: await environment(),
    });
  const command = (name: StepName, title: string, run: () => Promise<Outcome>): Step => {
    return { name, title, run, report: (outcome) => reportCommand(title, outcome) };
  };
  const suite = (name: StepName, title: string, environment: Environment, script: string, ...args: string[]): Step => {
    const file = join(home, `${name}-report.json`);
    rmSync(file, { force: true });
    const withFile = async () => ({ ...(await environment()), TEST_REPORT_FILE: file });
    const run = () => node(withFile, script, ...args);
    return { name, title, run, report: (outcome) => readReport(title, file, outcome) };
  };
  const biome = "@biomejs/biome/bin/biome";
  const vitest = (name: StepName, title: string, environment: Environment, ...projects: string[]) => {
    const chosen = projects.map((project) => `--project=${project}`);
    const reporters = ["--reporter=default", "--reporter=./scripts/launch/vitest-report.ts"];
    return suite(name, title, environment, "vitest/vitest.mjs", "run", ...chosen, ...reporters, ...passOn);
  };
  const reporters = "--reporter=line,./scripts/launch/playwright-report.ts";
  const unitEnvironment = async () => ({ ...(await databases()), NODE_ENV: "test" as const });
  const benchEnvironment = async () => ({ ...(await unitEnvironment()), CHROMIUM_PATH: await chromiumPath() });
  const e2eEnvironment = async () => ({ ...(await databases()), CHROMIUM_PATH: await chromiumPath() });

  return [
    command("format", "Formatting", () => node(tools, biome, "format", ".")),
    command("lint", "Lint", () => node(tools, biome, "lint", "--error-on-warnings", ".")),
    command("types", "Types", () => node(tools, "@typescript/native-preview/bin/tsgo", "--noEmit")),
    command("build", "Build", () => build(supervisor)),
    vitest("unit", "Unit and integration", unitEnvironment, "alone", "together"),
    vitest("bench", "Benchmarks, short", benchEnvironment, "bench"),
    suite("e2e", "End to end", e2eEnvironment, "playwright/cli.js", "test", reporters, ...passOn),
  ];
}

export async function runStep({ children, progress }: Supervisor, step: Step): Promise<TestReport> {
  const start = performance.now();
  const outcome = await step.run().catch((error: unknown) => ({ ok: false, output: explain(error) }));
  // Ended by Ctrl-C, which is not a result.
  if (children.isStopping()) return new Promise(() => {});
  const report = step.report(outcome);
  const hasFailed = report.failures.length > 0;
  if (hasFailed) progress.say(`\n${outcome.output.trimEnd()}\n`);
  const result = countsLine(report) + (report.retried.length > 0 ? `, ${report.retried.length} on retry` : "");
  const time = duration(performance.now() - start).padStart(11);
  progress.say(`${hasFailed ? "✗" : "✓"} ${step.title.padEnd(24)} ${result.padEnd(34)} ${time}`);
  return report;
}
