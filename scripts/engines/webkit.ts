import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Cookie } from "../../tests/e2e/setup/any-page.ts";
import type { Child, Children } from "../launch/children.ts";
import type { WebKitPrograms } from "../launch/engines.ts";
import { freePort } from "../launch/ports.ts";
import { type FindStep, findElements } from "./find.ts";
import { call, callOn, scrollToCenter } from "./in-page.ts";
import { type BrowserSession, type SessionOptions, waitUntilEnhanced } from "./session.ts";
import { elementKey, type Method, sendCommand, WebDriverError } from "./webdriver.ts";

/** Lets the window be as narrow as a phone: its toolbar would need 447 pixels. */
const NARROW_TOOLBAR =
  "headerbar, button, entry, image, toolitem { min-width: 0; margin: 0; padding: 0; border: 0; font-size: 1px; -gtk-icon-transform: scale(0.1); }";

/** Starts an X server without a screen for `openWebKit`. Returns the name of its display. */
export async function startDisplay(children: Children, { xvfb }: WebKitPrograms): Promise<string> {
  const child = children.start({
    name: "Xvfb",
    command: xvfb,
    args: ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
    tier: "app",
    options: { stdio: ["ignore", "pipe", "ignore"] },
  });
  const number = await firstLine(child);
  if (!number) throw new Error("Xvfb did not start.");
  return `:${number}`;
}

async function firstLine(child: Child): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    if (text.includes("\n")) break;
  }
  return text.trim();
}

type Place = { children: Children; programs: WebKitPrograms; display: string };

/** Opens a window of WebKitGTK's small browser, with a driver and an empty profile of its own. */
export async function openWebKit(
  { children, programs, display }: Place,
  options: SessionOptions,
): Promise<BrowserSession> {
  const profile = mkdtempSync(join(tmpdir(), "amberkeep-webkit-"));
  mkdirSync(join(profile, "gtk-3.0"));
  writeFileSync(join(profile, "gtk-3.0", "gtk.css"), NARROW_TOOLBAR);
  // Pages then see that reduced motion is preferred.
  writeFileSync(join(profile, "gtk-3.0", "settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  const port = await freePort();
  const driver = children.start({
    name: "WebKitWebDriver",
    command: programs.driver,
    args: [`--port=${port}`],
    tier: "app",
    options: { stdio: ["ignore", "pipe", "pipe"], env: environment(display, profile) },
  });
  const problems: string[] = [];
  for (const stream of [driver.stdout, driver.stderr]) {
    stream?.on("data", (text) => {
      for (const line of String(text).split("\n")) {
        if (/CONSOLE.*(ERROR|WARN)/.test(line)) problems.push(line.trim());
      }
    });
  }
  const url = `http://127.0.0.1:${port}`;
  await untilListening(url);
  const args = ["--automation", "--enable-write-console-messages-to-stdout=true"];
  if (options.script === "off") args.push("--enable-javascript=false");
  if (options.scheme === "dark") args.push("--dark-mode");
  const { sessionId } = (await sendCommand("POST", `${url}/session`, {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary: programs.browser, args } } },
  })) as { sessionId: string };
  return new WebKitSession(`${url}/session/${sessionId}`, options, problems, async () => {
    await driver.stop();
    rmSync(profile, { recursive: true, force: true });
  });
}

function environment(display: string, profile: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DISPLAY: display,
    XDG_CONFIG_HOME: profile,
    DBUS_SESSION_BUS_ADDRESS: "/dev/null",
    LIBGL_ALWAYS_SOFTWARE: "1",
    // Its sandbox does not run as root.
    ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } : {}),
  };
}

async function untilListening(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await sendCommand("GET", `${url}/status`);
      return;
    } catch (error) {
      if (attempt > 100) throw error;
      await pause(100);
    }
  }
}

class WebKitSession implements BrowserSession {
  problems: string[];
  #url: string;
  #options: SessionOptions;
  #end: () => Promise<void>;

  constructor(url: string, options: SessionOptions, problems: string[], end: () => Promise<void>) {
    this.#url = url;
    this.#options = options;
    this.problems = problems;
    this.#end = end;
  }

  #send(method: Method, path: string, body?: object): Promise<unknown> {
    return sendCommand(method, `${this.#url}${path}`, body);
  }

  async goto(url: string) {
    await this.#send("POST", "/url", { url });
    await waitUntilEnhanced(this, this.#options);
  }

  async evaluate(expression: string) {
    return this.#send("POST", "/execute/sync", { script: `return ${expression}`, args: [] });
  }

  async #element(steps: FindStep[]): Promise<string> {
    const found = (await this.evaluate(`${call(findElements, steps)}[0] ?? null`)) as Record<string, string> | null;
    const id = found?.[elementKey];
    if (!id) throw new Error("There is no such element.");
    return id;
  }

  async click(steps: FindStep[]) {
    await this.evaluate(callOn(steps, scrollToCenter));
    try {
      await this.#send("POST", `/element/${await this.#element(steps)}/click`, {});
    } catch (error) {
      // A drawn radio button or checkbox is pressed at its label.
      if (!(error instanceof WebDriverError) || !/intercepted|interactable/.test(error.code)) throw error;
      if (!(await this.evaluate(callOn(steps, pressLabel)))) throw error;
    }
  }

  async type(steps: FindStep[], text: string) {
    await this.#send("POST", `/element/${await this.#element(steps)}/value`, { text: text.replaceAll("\n", "\uE007") });
  }

  async chooseFiles(steps: FindStep[], paths: string[]) {
    await this.#send("POST", `/element/${await this.#element(steps)}/value`, { text: paths.join("\n") });
  }

  async clearCookies() {
    await this.#send("DELETE", "/cookie");
  }

  /** Cookies are of the page that is open. */
  async addCookies(cookies: Cookie[]) {
    for (const { name, value, url } of cookies) {
      const here = await this.evaluate("location.origin");
      if (here !== new URL(url).origin) await this.goto(new URL("/robots.txt", url).href);
      await this.#send("POST", "/cookie", { cookie: { name, value, path: "/", httpOnly: true } });
    }
  }

  async setSize(width: number, height: number) {
    const resize = (outerHeight: number) =>
      this.#send("POST", "/window/rect", { x: 0, y: 0, width, height: outerHeight });
    await resize(height);
    const inner = Number(await this.evaluate("innerHeight"));
    await resize(height + height - inner);
  }

  /** The driver shows only what is in the window, so that has to be as tall as the page. */
  async screenshot() {
    const [width, height, wanted] = (await this.evaluate(
      "[innerWidth, innerHeight, document.documentElement.scrollHeight]",
    )) as [number, number, number];
    await this.setSize(width, Math.min(wanted, 16_000));
    const picture = await this.#steadyPicture();
    await this.setSize(width, height);
    return picture;
  }

  /** Pictures are taken while WebKit still paints, so waits for two that are the same. */
  async #steadyPicture(): Promise<Buffer> {
    let last = "";
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await pause(200);
      const picture = String(await this.#send("GET", "/screenshot"));
      if (picture === last) break;
      last = picture;
    }
    return Buffer.from(last, "base64");
  }

  async close() {
    await this.#send("DELETE", "").catch(() => {});
    await this.#end();
  }
}

/** Whether it has one. */
function pressLabel(box: HTMLInputElement): boolean {
  const label = ["radio", "checkbox"].includes(box.type) ? box.labels?.[0] : undefined;
  label?.click();
  return label !== undefined;
}
