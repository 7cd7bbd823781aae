import { join } from "node:path";
import { toolEnvironment } from "./build.ts";
import { findExecutables, probe, runOwned } from "./commands.ts";
import type { OwnedProcesses } from "./owned-processes.ts";
import type { Progress } from "./progress.ts";
import { root } from "./project.ts";
import { Refusal } from "./refusal.ts";
import { installWithApt, systemFamily } from "./system-packages.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const folders = [
  "/usr/lib/chromium",
  "/Applications/Chromium.app/Contents/MacOS",
  "/Applications/Google Chrome.app/Contents/MacOS",
];

/**
 * The path of a Chromium that runs, installed if there is none: `CHROMIUM_PATH`, the system's, Playwright's own.
 * @throws Refusal that says what to do when there is none and none can be installed.
 */
export async function ensureChromium(owned: OwnedProcesses, progress: Progress): Promise<string> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (await runs(CHROMIUM_PATH)) return CHROMIUM_PATH;
    throw new Refusal(`CHROMIUM_PATH does not name a Chromium that runs: ${CHROMIUM_PATH}.`);
  }
  const found = await findChromium();
  if (found) return found;
  return progress.step("Installing Chromium", "Chromium installed", async () => {
    // Ubuntu's package of that name is only a pointer to a snap.
    const isDebian = systemFamily()[0] === "debian" || !systemFamily().includes("ubuntu");
    if (isDebian && systemFamily().includes("debian")) await installWithApt(owned, [["chromium", "fonts-liberation"]]);
    const installed = (await findChromium()) ?? (await installPlaywrightsOwn(owned));
    if (installed) return installed;
    throw new Refusal(
      "The end-to-end tests need Chromium: please install it, or set CHROMIUM_PATH to the one you have.",
    );
  });
}

async function findChromium(): Promise<string | undefined> {
  const candidates = [...findExecutables([...names, "Google Chrome", "Chromium"], folders), await playwrightsOwn()];
  for (const path of candidates) if (path && (await runs(path))) return path;
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
