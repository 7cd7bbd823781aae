import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { hashSources } from "../../scripts/launch/build.ts";
import { newFolder } from "./launch.ts";

test("the app is built again after a change to its sources, and only then", () => {
  const project = newFolder();
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content);
    return hashSources(project);
  };
  const first = write("app/root.tsx", "one");
  expect(write("app/root.tsx", "one")).toBe(first);
  for (const path of [
    "README.md",
    "app/domain/vault.test.ts",
    "scripts/launch/ports.ts",
    "tests/x.ts",
    "build/server/web.js",
  ]) {
    expect(write(path, "text")).toBe(first);
  }
  const seen = new Set([first]);
  for (const path of [
    "app/root.tsx",
    "db/schema/index.ts",
    "worker/index.ts",
    "scripts/web.ts",
    "public/icon.png",
    "vite.config.ts",
    "package-lock.json",
  ]) {
    seen.add(write(path, "changed"));
  }
  expect(seen.size).toBe(8);
});
