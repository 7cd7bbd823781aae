import { spawn } from "node:child_process";
import { constants } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pinnedNodePath, runsAsNode24 } from "./blocked-scripts.mjs";
import { ensureInstalled } from "./install.mjs";
import { ancestry, processIdentity } from "./process-identity.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** @type {import("node:child_process").ChildProcess | undefined} */
let child;

/**
 * Runs one of our TypeScript scripts with the Node that the project pins, after installing what is missing. Plain JavaScript without
 * dependencies, since nothing may be installed yet and the Node at hand may be old. Ends this process with the script's exit code.
 * @param {string} script relative to the project
 */
export async function runWithPinnedNode(script) {
  if (process.platform === "win32") fail("Amberkeep starts on Linux and macOS; on Windows please use WSL.");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => (child ? child.kill(signal) : process.exit(128 + constants.signals[signal])));
  }
  stopWithNpm();
  try {
    await ensureInstalled(root, { run: runCaptured, say: (line) => console.log(line) });
  } catch (error) {
    fail(`The packages could not be installed: ${error.message}`);
  }
  const node = [pinnedNodePath(root), process.execPath].find(runsAsNode24);
  if (!node)
    fail("The Node 24 that the project brings does not run on this machine: please install Node 24 and start again.");

  child = spawn(node, [join(root, script), ...process.argv.slice(2)], {
    cwd: root,
    // The channel carries no messages: the script notices by its end that we are gone.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** npm cannot pass on the signal that kills it, and some shells between it and us do not pass on any: so we look whether npm still runs. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const { parent, command } = ancestry(process.ppid);
  const npm = command.includes(basename(process.argv[1] ?? "")) ? parent : process.ppid;
  const identity = processIdentity(npm);
  setInterval(() => processIdentity(npm) !== identity && child?.kill("SIGTERM"), 1000).unref();
}

/** Runs a command quietly; its output is shown only if it fails. */
function runCaptured(command, args, { onSpawn, ...options } = {}) {
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
      reject(new Error(`${args.includes("ci") ? "npm ci" : args[0]} ended with code ${code}; its output is above.`));
    });
  });
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
