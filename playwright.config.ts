import { statfsSync } from "node:fs";
import { defineConfig, devices } from "playwright/test";

/** Playwright keeps Chromium's shared memory on the disk, which takes a tenth longer, since containers have little. */
const hasSharedMemory = () => {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize > 1024 ** 3;
  } catch {
    return false;
  }
};

const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH,
  ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    // Fewer processes and threads on two cores.
    "--in-process-gpu",
    "--renderer-process-limit=1",
    "--num-raster-threads=1",
    "--js-flags=--single-threaded",
    // A page keeps its compositor when it loads another document, which takes a quarter less of the processor.
    "--enable-features=NetworkServiceInProcess2,RenderDocument:level/subframe",
  ],
};

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/setup/installation.ts",
  outputDir: "test-results",
  fullyParallel: true,
  // One more than cores: many tests wait for a mail, a worker or a timer.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Chromium sometimes stops painting on a busy machine. What passes only on a retry is reported as such.
  retries: 1,
  // Timeouts do not check speed: a busy machine is several times slower.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  use: {
    ...devices["Desktop Chrome"],
    channel: undefined,
    launchOptions,
    actionTimeout: 90_000,
    screenshot: "only-on-failure",
    // Pages fade into each other, and cannot be clicked while they do.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    { name: "js" },
    {
      name: "nojs",
      // Tests that only query the server, or use pages without script, are the same in both modes.
      grepInvert: /@scriptless/,
      use: { javaScriptEnabled: false },
      // Parity and the states visit their pages in both modes themselves.
      testIgnore: ["**/enhanced/**", "**/parity*.spec.ts", "**/every-state.spec.ts"],
    },
  ],
});
