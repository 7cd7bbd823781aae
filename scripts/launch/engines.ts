import type { Children } from "./children.ts";
import { findExecutables, probe } from "./commands.ts";
import { LaunchError } from "./launch-error.ts";
import type { Progress } from "./progress.ts";
import { installWithApt } from "./system-packages.ts";

/**
 * Finds Firefox, or installs it.
 * @throws LaunchError when it can be neither found nor installed
 */
export async function ensureFirefox(children: Children, progress: Progress): Promise<string> {
  const { FIREFOX_PATH } = process.env;
  const found = FIREFOX_PATH ?? (await findFirefox());
  if (found) return found;
  return progress.step("Installing Firefox", "Firefox ready", async () => {
    await installWithApt(children, [["firefox-esr"], ["firefox"]]);
    const installed = await findFirefox();
    if (installed) return installed;
    throw new LaunchError("The pages could not be opened in Firefox: install it, or set FIREFOX_PATH to yours.");
  });
}

async function findFirefox(): Promise<string | undefined> {
  const paths = findExecutables(["firefox-esr", "firefox"], ["/Applications/Firefox.app/Contents/MacOS"]);
  for (const path of paths) if (/firefox/i.test((await probe(path, ["--version"])).output)) return path;
  return undefined;
}

export type WebKitPrograms = { driver: string; browser: string; xvfb: string };

/**
 * Finds WebKitGTK's driver, its small browser and an X server without a screen, or installs them.
 * @throws LaunchError when they can be neither found nor installed
 */
export async function ensureWebKit(children: Children, progress: Progress): Promise<WebKitPrograms> {
  const found = findWebKit();
  if (found) return found;
  return progress.step("Installing WebKit", "WebKit ready", async () => {
    await installWithApt(children, [["webkit2gtk-driver", "xvfb"]]);
    const installed = findWebKit();
    if (installed) return installed;
    throw new LaunchError(
      "The pages could not be opened in Safari’s engine: on Debian or Ubuntu, install webkit2gtk-driver and xvfb.",
    );
  });
}

function findWebKit(): WebKitPrograms | undefined {
  const machines = ["x86_64-linux-gnu", "aarch64-linux-gnu"];
  const folders = machines.flatMap((machine) => [
    `/usr/lib/${machine}/webkit2gtk-4.1`,
    `/usr/lib/${machine}/webkit2gtk-4.0`,
  ]);
  const [driver] = findExecutables(["WebKitWebDriver"], folders);
  const [browser] = findExecutables(["MiniBrowser"], folders);
  const [xvfb] = findExecutables(["Xvfb"]);
  return driver && browser && xvfb ? { driver, browser, xvfb } : undefined;
}
