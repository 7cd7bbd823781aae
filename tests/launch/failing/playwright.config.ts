import { defineConfig } from "playwright/test";

export default defineConfig({
  projects: [{ name: "js" }],
  testMatch: "playwright-*.ts",
  retries: 1,
  outputDir: "../../../test-results/failing",
});
