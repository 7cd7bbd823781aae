import type { Bench, Measurement } from "./harness/bench.ts";
import { table } from "./harness/format.ts";
import { productionEnv } from "./harness/installation.ts";
import { runProgram } from "./harness/programs.ts";

const MB = 1024 * 1024;

export type StoreMemoryInput = { bytes: number };
export type StoreMemory = Record<"disk" | "cloudinary", number>;

/** Row 13: the memory that a video takes on its way into each media store and back. */
export async function measureMediaStoreMemory(bench: Bench): Promise<Measurement> {
  const input: StoreMemoryInput = { bytes: (bench.short ? 16 : 128) * MB };
  const { databases, supervisor } = bench;
  const urls = { mysql: databases.mysqlUrl, postgres: databases.postgresUrl };
  // The program reads the settings as the app does, but uses neither databases nor port.
  const env = { ...productionEnv(supervisor.home, 3000, urls), AMBERKEEP_DEMO: "1" };
  const used = await runProgram<StoreMemory>(bench, "measure-store-memory", { env, input });
  const megabytes = (bytes: number) => (bytes / MB).toFixed(1);
  const report = [
    `Row 13, memory of the media stores: a video of ${input.bytes / MB} MB put and read, after garbage collections`,
    table([
      ["", "most in use, MB"],
      ["disk", megabytes(used.disk)],
      ["Cloudinary", megabytes(used.cloudinary)],
    ]),
    "  good: below 50 MB, whatever the length",
  ].join("\n");
  return { cases: 2, failures: {}, report };
}
