import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openInAnyEngine } from "../../tests/e2e/setup/states.ts";
import { EnginePage } from "../engines/engine-page.ts";
import { call, loadPictures } from "../engines/in-page.ts";
import type { OtherEngine, Script } from "../engines/names.ts";
import { type BrowserSession, type SessionOptions, waitUntilTrue } from "../engines/session.ts";
import { HEIGHTS, SCHEMES, type Scene, type Shot, WIDTHS } from "./camera.ts";

const MODES: Script[] = ["on", "off"];

type Camera = { engine: OtherEngine; open: (options: SessionOptions) => Promise<BrowserSession> };

/**
 * Takes every state as `takePictures` does. A browser keeps its scheme and its script, so there are four: one after the
 * other, since some states change data of the account that they share.
 */
export async function takeEnginePictures(camera: Camera, scene: Scene): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const script of MODES) {
    for (const scheme of SCHEMES) shots.push(...(await takeAll(camera, scene, { script, scheme })));
  }
  return shots;
}

async function takeAll({ engine, open }: Camera, scene: Scene, options: SessionOptions): Promise<Shot[]> {
  const { script, scheme } = options;
  const shots: Shot[] = [];
  const session = await open(options);
  const page = new EnginePage(session, scene.url);
  try {
    for (const state of scene.states) {
      const shot = { engine, state: state.name, script, scheme };
      try {
        await session.setSize(1280, HEIGHTS[1280]);
        await openInAnyEngine(page, state, scene.sample);
        for (const width of WIDTHS) {
          await session.setSize(width, HEIGHTS[width]);
          const file = `${state.name}-${width}-${scheme}-script-${script}-${engine}.png`;
          await waitUntilTrue(session, call(loadPictures));
          writeFileSync(join(scene.folder, file), await session.screenshot());
          shots.push({ ...shot, width, file });
        }
      } catch (error) {
        const file = `${state.name}-failed-${scheme}-script-${script}-${engine}.png`;
        writeFileSync(join(scene.folder, file), await session.screenshot());
        shots.push({ ...shot, width: 0, failure: error instanceof Error ? error.message : String(error) });
      }
    }
  } finally {
    await session.close();
  }
  return shots;
}
