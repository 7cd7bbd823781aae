import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { finishBlockedScripts, pinnedNodePath } from "./blocked-scripts.mjs";
import { takeLock } from "./lock-file.mjs";

const stampPath = (root) => join(root, "node_modules", ".amberkeep-installed");

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function fingerprint(root) {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  return hash.update(`${process.platform} ${process.arch}`).digest("hex");
}

/**
 * Whether what stands in node_modules is what package-lock.json asks for, and an earlier start has seen it work.
 * @param {string} root
 */
export function isInstalled(root) {
  const stamp = stampPath(root);
  return existsSync(pinnedNodePath(root)) && existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(root);
}

/** Whether the owner has run `npm ci` or `npm install` already: npm leaves a list of what it put there once it is done. */
function wasInstalledByHand(root) {
  const wanted = readJson(join(root, "package-lock.json"))?.packages ?? {};
  const present = readJson(join(root, "node_modules", ".package-lock.json"))?.packages;
  if (!present) return false;
  return Object.entries(wanted).every(([path, { version, optional, peer }]) =>
    present[path] ? present[path].version === version : path === "" || optional || peer,
  );
}

/**
 * Brings node_modules to what package-lock.json says, unless it is there already. Two starts at once wait for each other; a start
 * that is killed in between is repeated by the next.
 * @param {string} root
 * @param {{ run: (command: string, args: string[], options?: { cwd?: string, env?: object, onSpawn?: (pid: number) => void }) => Promise<void>, say: (line: string) => void }} tools
 */
export async function ensureInstalled(root, tools) {
  if (isInstalled(root)) return;
  const lock = await waitForLock(join(root, ".amberkeep", "install.lock"), tools.say);
  try {
    if (isInstalled(root)) return;
    const env = { ...process.env, ...writableCache(root) };
    if (!wasInstalledByHand(root)) {
      tools.say("Installing packages (the first time takes a minute or two) …");
      const [command, ...npm] = npmCommand();
      await tools.run(command, [...npm, "ci", "--include=dev", "--no-audit", "--no-fund"], {
        cwd: root,
        env,
        onSpawn: (pid) => lock.addHolder(pid),
      });
    }
    await finishBlockedScripts(root, (command, args, { cwd }) => tools.run(command, args, { cwd, env }));
    writeFileSync(stampPath(root), fingerprint(root));
  } finally {
    lock.release();
  }
}

async function waitForLock(file, say) {
  for (let told = false; ; told = true) {
    const taken = takeLock(file);
    if (taken.ok) return taken.lock;
    if (!told) say("Another process is installing packages here: waiting for it …");
    await pause(500);
  }
}

/** The npm that runs us, with the Node that runs it; another package manager's runner is not npm. */
function npmCommand() {
  const path = process.env.npm_execpath;
  return path && basename(path) === "npm-cli.js" && existsSync(path) ? [process.execPath, path] : ["npm"];
}

/** npm needs a cache it can write to; with a read-only home it gets one in the project. */
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
