import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  cacheDir: join(tmpdir(), "amberkeep-failing-cache"),
  test: { root: import.meta.dirname, include: ["vitest-*.ts"] },
});
