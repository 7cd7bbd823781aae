import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { execa } from "execa";
import { expect, onTestFinished, test, vi } from "vitest";
import { build, hashSources, isBuilt } from "../../scripts/launch/build.ts";
import { createChildren } from "../../scripts/launch/children.ts";
import { createProgress } from "../../scripts/launch/progress.ts";
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
    "docs/certificate-format.md",
    "vite.config.ts",
    "package-lock.json",
  ]) {
    seen.add(write(path, "changed"));
  }
  expect(seen.size).toBe(9);
});

test("of two processes that build at the same time, one builds and the other waits for it", async () => {
  const project = newFolder();
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ scripts: { build: "mkdir build && sleep 0.5 && echo built >> log" } }),
  );
  const screen = { write: vi.fn(() => true) };
  const [children, progress] = [createChildren(), createProgress(screen)];
  onTestFinished(() => children.stopAll());
  const outcomes = await Promise.all([1, 2].map(() => build({ children, progress }, project)));
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
  expect(readFileSync(join(project, "log"), "utf8")).toBe("built\n");
  expect(isBuilt(project)).toBe(true);
  expect(screen.write).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Waiting for another process/));
});

test("builds by npm run build wait for each other, and for those of npm start", async () => {
  const [project, alone] = [newFolder(), resolve("scripts/launch/build-alone.mjs")];
  writeFileSync(join(project, "compile.sh"), "mkdir -p build && echo begin >> log && sleep 0.5 && echo end >> log");
  const scripts = { build: `node ${alone} sh compile.sh` };
  writeFileSync(join(project, "package.json"), JSON.stringify({ scripts }));
  const [children, progress] = [createChildren(), createProgress({ write: () => true })];
  onTestFinished(() => children.stopAll());
  const byNpm = () => execa("npm", ["run", "build"], { cwd: project });
  await Promise.all([byNpm(), byNpm(), build({ children, progress }, project)]);
  expect(readFileSync(join(project, "log"), "utf8")).toBe("begin\nend\n".repeat(3));
});
