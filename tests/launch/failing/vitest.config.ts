import { defineConfig } from "vitest/config";

export default defineConfig({
  cacheDir: "../../../test-results/failing-cache",
  test: { root: import.meta.dirname, include: ["vitest-*.ts"] },
});
