import { rmSync } from "node:fs";
import { join } from "node:path";
import { build, isBuilt, toolEnvironment } from "./build.ts";
import { type Outcome, runCommand } from "./commands.ts";
import { explain } from "./launch-error.ts";
import { duration } from "./progress.ts";
import { root } from "./project.ts";
import type { Supervisor } from "./supervisor.ts";
import type { StepName } from "./test-arguments.ts";
import { type Counts, countCommand, countPlaywright, countsLine, countVitest } from "./test-counts.ts";

type Environment = () => Promise<NodeJS.ProcessEnv>;

export interface Step {
  name: StepName;
  title: string;
  run: () => Promise<Outcome>;
  count: (outcome: Outcome) => Counts;
}

export function testSteps(
  { children, home }: Supervisor,
  {
    passOn,
    databases,
    chromiumPath,
  }: { passOn: string[]; databases: Environment; chromiumPath: () => Promise<string> },
): Step[] {
  const vitestReport = (name: StepName) => join(home, `${name}-report.json`);
  const playwrightReport = join(home, "playwright-report.json");
  const tools: Environment = async () => toolEnvironment();
  const node =
    (environment: Environment, script: string, ...args: string[]) =>
    async () =>
      runCommand(children, process.execPath, [join(root, "node_modules", script), ...args], {
        cwd: root,
        env: await environment(),
      });
  const buildOnce = async () => (isBuilt() ? { ok: true, output: "" } : build(children));
  const biome = "@biomejs/biome/bin/biome";
  const vitest = (name: StepName, ...projects: string[]) => [
    "run",
    ...projects.map((project) => `--project=${project}`),
    `--outputFile.json=${vitestReport(name)}`,
    "--reporter=default",
    "--reporter=json",
    ...passOn,
  ];
  const playwright = ["test", "--reporter=line,json", ...passOn];
  const unitEnvironment = async () => ({ ...(await databases()), NODE_ENV: "test" as const });
  const benchEnvironment = async () => ({ ...(await unitEnvironment()), CHROMIUM_PATH: await chromiumPath() });
  const e2eEnvironment = async () => ({
    ...(await databases()),
    CHROMIUM_PATH: await chromiumPath(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
  });
  for (const report of [vitestReport("unit"), vitestReport("bench"), playwrightReport]) rmSync(report, { force: true });

  return [
    { name: "format", title: "Formatting", run: node(tools, biome, "format", "."), count: countCommand },
    { name: "lint", title: "Lint", run: node(tools, biome, "lint", "--error-on-warnings", "."), count: countCommand },
    { name: "types", title: "Types", run: node(tools, "typescript/bin/tsc", "--noEmit"), count: countCommand },
    { name: "build", title: "Build", run: buildOnce, count: countCommand },
    {
      name: "unit",
      title: "Unit and integration",
      run: node(unitEnvironment, "vitest/vitest.mjs", ...vitest("unit", "alone", "together")),
      count: (outcome) => countVitest(vitestReport("unit"), outcome),
    },
    {
      name: "bench",
      title: "Benchmarks, short",
      run: node(benchEnvironment, "vitest/vitest.mjs", ...vitest("bench", "bench")),
      count: (outcome) => countVitest(vitestReport("bench"), outcome),
    },
    {
      name: "e2e",
      title: "End to end",
      run: node(e2eEnvironment, "playwright/cli.js", ...playwright),
      count: (outcome) => countPlaywright(playwrightReport, outcome),
    },
  ];
}

export async function runStep({ children, progress }: Supervisor, step: Step): Promise<Counts> {
  const start = performance.now();
  const outcome = await step.run().catch((error: unknown) => ({ ok: false, output: explain(error) }));
  // Ended by Ctrl-C, which is not a result.
  if (children.isStopping()) return new Promise(() => {});
  const counts = step.count(outcome);
  if (counts.failed > 0) progress.say(`\n${outcome.output.trimEnd()}\n`);
  const result = countsLine(counts) + (counts.retried > 0 ? `, ${counts.retried} on retry` : "");
  const time = duration(performance.now() - start).padStart(11);
  progress.say(`${counts.failed > 0 ? "✗" : "✓"} ${step.title.padEnd(24)} ${result.padEnd(34)} ${time}`);
  return counts;
}
