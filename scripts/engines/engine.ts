import { chromium } from "playwright";
import type { AnyPage } from "../../tests/e2e/setup/any-page.ts";
import { randomIp } from "../../tests/e2e/setup/form-client.ts";
import type { Children } from "../launch/children.ts";
import { ensureChromium } from "../launch/chromium.ts";
import { ensureFirefox, ensureWebKit } from "../launch/engines.ts";
import type { Progress } from "../launch/progress.ts";
import { EnginePage } from "./engine-page.ts";
import { openFirefox } from "./firefox.ts";
import type { EngineName, OtherEngine, Script } from "./names.ts";
import type { BrowserSession, SessionOptions } from "./session.ts";
import { openWebKit, startDisplay } from "./webkit.ts";

/** A browser of its own, with nothing saved in it. */
export type Visit = { page: AnyPage; problems: () => string[]; close: () => Promise<void> };
export type OpenVisit = (script: Script) => Promise<Visit>;

/** Finds or installs an engine. The function that it returns opens a new browser at `url`. */
export async function prepareEngine(
  name: EngineName,
  url: string,
  place: { children: Children; progress: Progress },
): Promise<OpenVisit> {
  if (name === "chromium") return prepareChromium(url, place);
  const open = await prepareOther(name, place);
  return async (script) => {
    const session = await open({ script, scheme: "light" });
    return { page: new EnginePage(session, url), problems: () => session.problems, close: () => session.close() };
  };
}

export async function prepareOther(
  name: OtherEngine,
  { children, progress }: { children: Children; progress: Progress },
): Promise<(options: SessionOptions) => Promise<BrowserSession>> {
  if (name === "firefox") {
    const path = await ensureFirefox(children, progress);
    return (options) => openFirefox(path, options);
  }
  const programs = await ensureWebKit(children, progress);
  const display = await startDisplay(children, programs);
  return (options) => openWebKit({ children, programs, display }, options);
}

async function prepareChromium(
  url: string,
  { children, progress }: { children: Children; progress: Progress },
): Promise<OpenVisit> {
  const executablePath = await ensureChromium(children, progress);
  return async (script) => {
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    const page = await browser.newPage({
      baseURL: url,
      javaScriptEnabled: script === "on",
      reducedMotion: "reduce",
      extraHTTPHeaders: { "X-Forwarded-For": randomIp() },
    });
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    return { page, problems: () => problems, close: () => browser.close() };
  };
}
