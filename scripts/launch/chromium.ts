import { join } from "node:path";
import { toolEnvironment } from "./build.ts";
import type { Children } from "./children.ts";
import { findExecutables, probe, runCommand } from "./commands.ts";
import { LaunchError } from "./launch-error.ts";
import type { Progress } from "./progress.ts";
import { root } from "./project.ts";
import { installWithApt, systemFamily } from "./system-packages.ts";

/** Preferred: without windows, Chromium takes half the time. */
const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const folders = [
  "/usr/lib/chromium",
  "/Applications/Chromium.app/Contents/MacOS",
  "/Applications/Google Chrome.app/Contents/MacOS",
];

/**
 * Tries `CHROMIUM_PATH`, the system's and Playwright's, then installs one.
 * @throws LaunchError when none can be found or installed
 */
export async function ensureChromium(children: Children, progress: Progress): Promise<string> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (await runs(CHROMIUM_PATH)) return CHROMIUM_PATH;
    throw new LaunchError(`CHROMIUM_PATH is not a working Chromium: ${CHROMIUM_PATH}.`);
  }
  const shell = await findFirst(findExecutables(shells, folders));
  if (shell) return shell;
  const found = await findChromium();
  if (found && !isDebian()) return found;
  return progress.step("Installing Chromium", "Chromium ready", async () => {
    if (isDebian()) {
      const choices = ["chromium-headless-shell", ...(found ? [] : ["chromium"])];
      await installWithApt(
        children,
        choices.map((name) => [name, "fonts-liberation"]),
      );
    }
    const installed = (await findChromium()) ?? (await installWithPlaywright(children));
    if (installed) return installed;
    throw new LaunchError("The end-to-end tests need Chromium: install it, or set CHROMIUM_PATH to yours.");
  });
}

/** Ubuntu's Chromium packages only install a snap. */
function isDebian(): boolean {
  const family = systemFamily();
  return family[0] === "debian" || (family.includes("debian") && !family.includes("ubuntu"));
}

async function findChromium(): Promise<string | undefined> {
  const ofSystem = findExecutables([...browsers, "Google Chrome", "Chromium"], folders);
  return findFirst([...findExecutables(shells, folders), ...ofSystem, await playwrightPath()]);
}

async function findFirst(paths: string[]): Promise<string | undefined> {
  for (const path of paths) if (path && (await runs(path))) return path;
  return undefined;
}

async function runs(path: string): Promise<boolean> {
  const { ok, output } = await probe(path, ["--version"]);
  return ok && /chrom/i.test(output);
}

async function playwrightPath(): Promise<string> {
  const { chromium } = await import("playwright");
  return chromium.executablePath();
}

async function installWithPlaywright(children: Children): Promise<string | undefined> {
  const withLibraries = process.getuid?.() === 0 ? ["--with-deps"] : [];
  const cli = join(root, "node_modules", "playwright", "cli.js");
  await runCommand(children, process.execPath, [cli, "install", ...withLibraries, "chromium"], {
    cwd: root,
    env: toolEnvironment(),
  });
  return findFirst([await playwrightPath()]);
}
