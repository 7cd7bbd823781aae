import { spawn } from "node:child_process";
import { constants } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, findNode24 } from "./install.mjs";
import { parentAndCommand, processIdentity } from "./process-identity.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** @type {import("node:child_process").ChildProcess | undefined} */
let child;

/**
 * Installs missing packages and runs a TypeScript script with the pinned Node, then exits with its code. Uses only
 * Node's own modules and the syntax of Node 18, since it runs before `npm ci`.
 * @param {string} script relative to the project
 */
export async function runWithPinnedNode(script) {
  if (process.platform === "win32") fail("Amberkeep runs on Linux and macOS. On Windows, use WSL.");
  // Vite and esbuild read them as parts of a URL or a pattern.
  if (/[#?*\\]/.test(root))
    fail(`Amberkeep cannot be built in ${root}: please move it to a path without # ? * and \\.`);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => (child ? child.kill(signal) : process.exit(128 + constants.signals[signal])));
  }
  stopWithNpm();
  try {
    await ensureInstalled(root, { run: runQuietly, say: (line) => console.log(line) });
  } catch (error) {
    fail(`The packages could not be installed: ${error.message}`);
  }
  const node = findNode24(root);
  if (!node) fail("The bundled Node 24 does not run on this machine: install Node 24 and start again.");

  child = spawn(node, [join(root, script), ...process.argv.slice(2)], {
    cwd: root,
    // Carries no messages: when it closes, the script knows that this process has ended.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** npm does not forward the signal that kills it, nor do some shells, so poll whether npm still runs. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const { parent, command } = parentAndCommand(process.ppid);
  const npm = command.includes(basename(process.argv[1] ?? "")) ? parent : process.ppid;
  const identity = processIdentity(npm);
  setInterval(() => processIdentity(npm) !== identity && child?.kill("SIGTERM"), 1000).unref();
}

function runQuietly(command, args, { onSpawn, ...options } = {}) {
  return new Promise((resolve, reject) => {
    let output = "";
    child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    if (child.pid) onSpawn?.(child.pid);
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (signal) process.exit(128 + constants.signals[signal]);
      if (code === 0) return resolve();
      console.error(output.trimEnd());
      reject(new Error(`${args.includes("ci") ? "npm ci" : args[0]} failed with code ${code}, see its output above.`));
    });
  });
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
