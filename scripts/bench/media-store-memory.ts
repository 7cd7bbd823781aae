import { join } from "node:path";
import { bundle } from "../../tests/faults/programs.ts";
import { toolEnvironment } from "../launch/build.ts";
import { runOwned } from "../launch/commands.ts";
import { root } from "../launch/project.ts";
import type { Bench } from "./installation.ts";
import { table } from "./measuring.ts";

const MB = 1024 * 1024;

/** What a film of 128 MB takes of a process's memory on its way into each media store and out again. */
export async function measureMediaStoreMemory({ house }: Bench): Promise<string> {
  const programs = await bundle(join(house.home, "programs"), {
    "media-store-memory": "scripts/bench/media-store-memory-program.ts",
  });
  const env = toolEnvironment({ NODE_ENV: "production" });
  const { ok, output } = await runOwned(house.owned, process.execPath, [programs["media-store-memory"]], {
    cwd: root,
    env,
  });
  const line = output.split("\n").find((one) => one.startsWith('{"disk"'));
  if (!ok || !line) throw new Error(`The media stores could not be measured:\n${output.slice(-2_000)}`);
  const bytes = JSON.parse(line) as Record<"disk" | "cloudinary", number>;
  return [
    "Memory of the media stores: a film of 128 MB put and read, with the garbage collected at each look",
    table([
      ["", "most in use, MB"],
      ["disk", (bytes.disk / MB).toFixed(1)],
      ["Cloudinary", (bytes.cloudinary / MB).toFixed(1)],
    ]),
    "  good: below 50 MB, whatever the length",
  ].join("\n");
}
