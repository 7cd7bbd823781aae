import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import type { HarmlessFile } from "../../tests/corpus/harmless.ts";
import { residentBytes } from "../harness/cpu.ts";

const LOOK_EACH_MS = 20;

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" }, limitInputPixels: false });

/** The largest pictures that are accepted. */
export const HEAVY: Pick<HarmlessFile, "name" | "kind" | "make">[] = [
  { name: "an AVIF of 12 million pixels", make: () => flat(4_080, 3_072).avif({ effort: 0 }).toBuffer() },
  { name: "a GIF of 39 million pixels", make: () => flat(6_250, 6_250).gif({ effort: 1 }).toBuffer() },
  {
    name: "a progressive CMYK JPEG of 26 million pixels",
    make: () => flat(5_100, 5_100).toColourspace("cmyk").jpeg({ progressive: true }).toBuffer(),
  },
  {
    name: "an interlaced PNG of 52 million pixels",
    make: () => flat(7_200, 7_200).png({ progressive: true }).toBuffer(),
  },
  { name: "a PNG 50,000 pixels high", make: () => flat(2_160, 50_000).png().toBuffer() },
].map((picture) => ({ ...picture, kind: "photo" as const }));

export type Memory = { web: number; withDecoder: number };

/** Highest resident memory of the server, and of it and its picture process together, while `work` runs; in bytes. */
export async function measurePeakMemory(pid: number, work: () => Promise<void>): Promise<Memory> {
  const most = { web: 0, withDecoder: 0 };
  let isDone = false;
  const looking = (async () => {
    while (!isDone) {
      const web = residentBytes(pid);
      const all = childrenOf(pid).reduce((sum, child) => sum + (residentBytes(child) || 0), web);
      most.web = Math.max(most.web, web);
      most.withDecoder = Math.max(most.withDecoder, all);
      await pause(LOOK_EACH_MS);
    }
  })();
  await work().finally(() => {
    isDone = true;
  });
  await looking;
  return most;
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
