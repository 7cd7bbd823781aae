import { defineConfig, devices } from "playwright/test";

const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
};

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/setup/installation.ts",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // What needed a second try is said in the last line of `npm test`, and is to be mended.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices["Desktop Chrome"],
    channel: undefined,
    launchOptions,
    // Pages fade into each other, and cannot be pressed while they do.
    contextOptions: { reducedMotion: "reduce" },
    trace: "on-first-retry",
  },
  projects: [
    { name: "js" },
    {
      name: "nojs",
      use: { javaScriptEnabled: false },
      // Parity and the states visit their pages in both modes themselves.
      testIgnore: ["**/enhanced/**", "**/parity*.spec.ts", "**/every-state.spec.ts"],
    },
  ],
});
