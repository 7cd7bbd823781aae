import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "playwright/test";

export default defineConfig({
  projects: [{ name: "js" }],
  testMatch: "playwright-*.ts",
  outputDir: join(tmpdir(), "amberkeep-failing"),
});
