import sharp from "sharp";
import { colourAround, type Scene } from "./painting.ts";
import { hills } from "./scene-hills.ts";
import { kitchen } from "./scene-kitchen.ts";
import { sea } from "./scene-sea.ts";

const scenes = { kitchen, hills, sea } satisfies Record<string, Scene>;
export type Motif = keyof typeof scenes;

/** The hue of our amber: the scenes are at their best around it. */
const amber = 34;

/** A painted picture as a JPEG, for a vault of the demo. `hue` is in degrees; near 20 it is dusk, near 45 it is noon. */
export async function samplePhoto({
  motif = "hills",
  hue = amber,
  width = 1200,
  height = 800,
}: {
  motif?: Motif;
  hue?: number;
  width?: number;
  height?: number;
} = {}): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    viewBox="0 0 1200 800" preserveAspectRatio="xMidYMid slice">${scenes[motif](colourAround(hue))}</svg>`;
  return sharp(Buffer.from(drawing)).flatten().jpeg({ quality: 80, progressive: true }).toBuffer();
}
