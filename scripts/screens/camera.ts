import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { randomIp } from "../../tests/e2e/setup/form-client.ts";
import type { SampleData } from "../../tests/e2e/setup/sample-data.ts";
import { openState, type State } from "../../tests/e2e/setup/states.ts";
import type { EngineName } from "../engines/names.ts";

export const WIDTHS = [390, 1280] as const;
export const SCHEMES = ["light", "dark"] as const;
export const HEIGHTS = { 390: 844, 1280: 900 } as const;

export type Shot = {
  engine: EngineName;
  state: string;
  script: "on" | "off";
  width: number;
  scheme: string;
  /** Relative to the folder; absent if there is a `failure`. */
  file?: string;
  failure?: string;
};

export type Scene = { url: string; sample: SampleData; states: State[]; folder: string };

/** Takes every state at each width and in each scheme, with and without script in parallel. */
export async function takePictures(browser: Browser, scene: Scene): Promise<Shot[]> {
  const taken = await Promise.all([takeAll(browser, scene, "on"), takeAll(browser, scene, "off")]);
  return taken.flat();
}

async function takeAll(browser: Browser, scene: Scene, script: "on" | "off"): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const state of scene.states) shots.push(...(await takeState(browser, scene, state, script)));
  return shots;
}

async function takeState(browser: Browser, scene: Scene, state: State, script: "on" | "off"): Promise<Shot[]> {
  const shots: Shot[] = [];
  const context = await browser.newContext({
    baseURL: scene.url,
    javaScriptEnabled: script === "on",
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { "X-Forwarded-For": randomIp() },
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await openState(page, state, scene.sample);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHTS[width] });
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme });
        const file = `${state.name}-${width}-${scheme}-script-${script}.png`;
        await showFrames(page, width);
        await page.screenshot({ path: join(scene.folder, file), fullPage: true });
        shots.push({ engine: "chromium", state: state.name, script, width, scheme, file });
      }
    }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    shots.push({ engine: "chromium", state: state.name, script, width: 0, scheme: "", failure });
  } finally {
    await context.close();
  }
  return shots;
}

/** Enlarges the viewport, since sandboxed frames are painted only inside it. */
async function showFrames(page: Page, width: number): Promise<void> {
  if ((await page.locator("iframe").count()) === 0) return;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}
