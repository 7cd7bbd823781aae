import { defineConfig } from "playwright/test";

export default defineConfig({
  projects: [{ name: "js" }],
  testMatch: "playwright-*.ts",
  outputDir: "../../../test-results/failing",
});
