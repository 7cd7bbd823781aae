import { readFileSync } from "node:fs";

export type SampleFile = "hills.jpg" | "kitchen.jpg" | "sea.jpg" | "sea.mp4" | "melody.wav";

/** The root is two folders above both this file and the built `build/server/seed.js`. */
const folder = new URL("../../scripts/seed/media/", import.meta.url);

export function sampleMedia(fileName: SampleFile): Buffer {
  return readFileSync(new URL(fileName, folder));
}
