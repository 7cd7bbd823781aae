import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { alias } from "./vite.config";

/** Needs the build, which is made while the others run. */
const BENCH = "bench/rows.test.ts";
const tests = globSync("{app,bench,db,worker,tests}/**/*.test.{ts,tsx}")
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path !== BENCH);

/** Tests that change settings or replace modules: each needs a fresh process. */
const NEEDS_ITS_PROCESS = /\bvi\.(mock|doMock|hoisted|resetModules|stubEnv|stubGlobal)\(|\brunFaults\(/;
const alone = tests.filter((path) => NEEDS_ITS_PROCESS.test(readFileSync(path, "utf8")));

/** Tests that mostly wait begin first: the other worker fills their time. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) => moduleId.includes("/bench/faults/");
    const sorted = await super.sort(files);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

export default defineConfig({
  resolve: { alias },
  esbuild: { jsx: "automatic" },
  test: {
    globalSetup: ["tests/setup/servers.ts"],
    setupFiles: ["tests/setup/environment.ts"],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    sequence: { sequencer: WaitingFirst },
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      { extends: true, test: { name: "bench", include: [BENCH] } },
      // Loading the program costs more than most files of tests do: these share a process, as pages do in a server.
      { extends: true, test: { name: "together", include: tests, exclude: alone, isolate: false } },
    ],
  },
});
