import { defineConfig } from "vitest/config";
import { alias } from "./vite.config";

export default defineConfig({
  resolve: { alias },
  esbuild: { jsx: "automatic" },
  test: {
    include: ["app/**/*.test.{ts,tsx}", "db/**/*.test.ts", "worker/**/*.test.ts", "tests/**/*.test.ts"],
    globalSetup: ["tests/setup/servers.ts"],
    setupFiles: ["tests/setup/environment.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
