import { join } from "node:path";
import { toolEnvironment } from "./build.ts";
import { findExecutables, probe, runOwned } from "./commands.ts";
import type { OwnedProcesses } from "./owned-processes.ts";
import type { Progress } from "./progress.ts";
import { root } from "./project.ts";
import { Refusal } from "./refusal.ts";
import { installWithApt, systemFamily } from "./system-packages.ts";

/** Chromium without a window of its own, which does the same work in half the time. */
const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const folders = [
  "/usr/lib/chromium",
  "/Applications/Chromium.app/Contents/MacOS",
  "/Applications/Google Chrome.app/Contents/MacOS",
];

/**
 * The path of a Chromium that runs, installed if there is none: `CHROMIUM_PATH`, the system's, Playwright's own. One
 * without a window comes first, and is installed where that takes no more than a package.
 * @throws Refusal that says what to do when there is none and none can be installed.
 */
export async function ensureChromium(owned: OwnedProcesses, progress: Progress): Promise<string> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (await runs(CHROMIUM_PATH)) return CHROMIUM_PATH;
    throw new Refusal(`CHROMIUM_PATH does not name a Chromium that runs: ${CHROMIUM_PATH}.`);
  }
  const shell = await firstThatRuns(findExecutables(shells, folders));
  if (shell) return shell;
  const found = await findChromium();
  if (found && !isDebian()) return found;
  return progress.step("Installing Chromium", "Chromium ready", async () => {
    const choices = [["chromium-headless-shell"], ...(found ? [] : [["chromium"]])];
    if (isDebian()) {
      await installWithApt(
        owned,
        choices.map((packages) => [...packages, "fonts-liberation"]),
      );
    }
    const installed = (await findChromium()) ?? (await installPlaywrightsOwn(owned));
    if (installed) return installed;
    throw new Refusal(
      "The end-to-end tests need Chromium: please install it, or set CHROMIUM_PATH to the one you have.",
    );
  });
}

/** Ubuntu's packages of these names are only pointers to a snap. */
function isDebian(): boolean {
  const family = systemFamily();
  return family[0] === "debian" || (family.includes("debian") && !family.includes("ubuntu"));
}

async function findChromium(): Promise<string | undefined> {
  const own = findExecutables([...browsers, "Google Chrome", "Chromium"], folders);
  return firstThatRuns([...findExecutables(shells, folders), ...own, await playwrightsOwn()]);
}

async function firstThatRuns(paths: (string | undefined)[]): Promise<string | undefined> {
  for (const path of paths) if (path && (await runs(path))) return path;
  return undefined;
}

async function runs(path: string): Promise<boolean> {
  const { ok, output } = await probe(path, ["--version"]);
  return ok && /chrom/i.test(output);
}

async function playwrightsOwn(): Promise<string | undefined> {
  const { chromium } = await import("playwright");
  return chromium.executablePath() || undefined;
}

async function installPlaywrightsOwn(owned: OwnedProcesses): Promise<string | undefined> {
  const cli = [join(root, "node_modules", "playwright", "cli.js"), "install"];
  const withLibraries = process.getuid?.() === 0 ? ["--with-deps"] : [];
  await runOwned(owned, process.execPath, [...cli, ...withLibraries, "chromium"], {
    cwd: root,
    env: toolEnvironment(),
  });
  const path = await playwrightsOwn();
  return path && (await runs(path)) ? path : undefined;
}
