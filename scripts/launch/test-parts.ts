import { rmSync } from "node:fs";
import { join } from "node:path";
import { build, isBuilt, toolEnvironment } from "./build.ts";
import { type Outcome, runOwned } from "./commands.ts";
import type { House } from "./house.ts";
import { duration } from "./progress.ts";
import { root } from "./project.ts";
import { explain } from "./refusal.ts";
import type { PartName } from "./test-arguments.ts";
import { type Counts, countOne, countPlaywright, countsLine, countVitest } from "./test-counts.ts";

export interface Part {
  name: PartName;
  title: string;
  run: () => Promise<Outcome>;
  count: (outcome: Outcome) => Counts;
}

/** Each gives the environment of the tests, with what it names in it, once that is there. */
export interface Surroundings {
  servers: () => Promise<NodeJS.ProcessEnv>;
  serversAndBrowser: () => Promise<NodeJS.ProcessEnv>;
}

/** The parts of `npm test`; `passOn` are arguments for vitest and Playwright. */
export function testParts(house: House, passOn: string[], surroundings: Surroundings): Record<PartName, Part> {
  const { owned, home } = house;
  const tool = (path: string, args: string[], env: NodeJS.ProcessEnv = toolEnvironment()) =>
    runOwned(owned, process.execPath, [join(root, "node_modules", path), ...args], { cwd: root, env });
  const biome = (...args: string[]) => tool("@biomejs/biome/bin/biome", [...args, "."]);
  const report = (name: string) => join(home, `${name}-report.json`);
  const fresh = (path: string) => {
    rmSync(path, { force: true });
    return path;
  };
  const vitest = (name: PartName, env: NodeJS.ProcessEnv, projects: string[]) => {
    const json = [`--outputFile.json=${fresh(report(name))}`, "--reporter=default", "--reporter=json"];
    const args = ["run", ...projects.map((project) => `--project=${project}`), ...json, ...passOn];
    return tool("vitest/vitest.mjs", args, { ...env, NODE_ENV: "test" });
  };
  return {
    format: { name: "format", title: "Formatting", run: () => biome("format"), count: countOne },
    lint: { name: "lint", title: "Lint", run: () => biome("lint", "--error-on-warnings"), count: countOne },
    types: { name: "types", title: "Types", run: () => tool("typescript/bin/tsc", ["--noEmit"]), count: countOne },
    build: {
      name: "build",
      title: "Build",
      run: async () => (isBuilt() ? { ok: true, output: "" } : build(owned)),
      count: countOne,
    },
    unit: {
      name: "unit",
      title: "Unit and integration",
      run: async () => vitest("unit", await surroundings.servers(), ["alone", "together"]),
      count: (outcome) => countVitest(report("unit"), outcome),
    },
    bench: {
      name: "bench",
      title: "Benchmarks, short",
      run: async () => vitest("bench", await surroundings.serversAndBrowser(), ["bench"]),
      count: (outcome) => countVitest(report("bench"), outcome),
    },
    e2e: {
      name: "e2e",
      title: "End to end",
      run: async () => {
        const file = fresh(report("playwright"));
        const env = { ...(await surroundings.serversAndBrowser()), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
        return tool("playwright/cli.js", ["test", "--reporter=line,json", ...passOn], env);
      },
      count: (outcome) => countPlaywright(report("playwright"), outcome),
    },
  };
}

/** Runs a part, says how it went, and shows what it wrote if it failed. */
export async function runPart({ owned, progress }: House, part: Part): Promise<Counts> {
  const start = performance.now();
  const outcome = await part.run().catch((error: unknown) => ({ ok: false, output: explain(error) }));
  // Ctrl-C has ended it, which says nothing about the tests.
  if (owned.isStopping()) return new Promise(() => {});
  const counts = part.count(outcome);
  const mark = counts.failed > 0 ? "✗" : "✓";
  const time = duration(performance.now() - start);
  if (counts.failed > 0) progress.say(`\n${outcome.output.trimEnd()}\n`);
  progress.say(`${mark} ${part.title.padEnd(24)} ${countsLine(counts).padEnd(34)} ${time.padStart(11)}`);
  return counts;
}
