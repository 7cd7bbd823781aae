/** Measures the memory of both media stores, collecting garbage before each reading. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createCloudinaryStore } from "~/services/media-store/cloudinary-store.server";
import { createDiskStore } from "~/services/media-store/disk-store.server";
import type { MediaStore } from "~/services/media-store/store.server";
import { filmPieces } from "../../tests/factories/media-content.ts";
import { startCloudinary } from "../../tests/mocks/cloudinary.ts";
import { printResult, programInput } from "../harness/program-io.ts";
import type { StoreMemory, StoreMemoryInput } from "../media-store-memory.ts";

const MB = 1024 * 1024;
const LOOK_EACH_BYTES = 10 * MB;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Stores and reads a film. Returns the peak of memory in use over that before, in bytes. */
async function measure(store: MediaStore): Promise<number> {
  const film = { kind: "video", contentType: "video/mp4" } as const;
  const before = memoryInUse();
  let most = 0;
  async function* watched(source: AsyncIterable<Uint8Array>) {
    let untilLook = LOOK_EACH_BYTES;
    for await (const piece of source) {
      untilLook -= piece.length;
      if (untilLook <= 0) {
        most = Math.max(most, memoryInUse() - before);
        untilLook += LOOK_EACH_BYTES;
      }
      yield piece;
    }
  }
  await store.put("film/one", watched(filmPieces(bytes)), film);
  for await (const _ of watched(await store.read("film/one", film)));
  await store.delete("film/one", "video");
  return most;
}

const { bytes } = programInput<StoreMemoryInput>();
const folder = await mkdtemp(join(tmpdir(), "amberkeep-media-"));
const cloudinary = await startCloudinary();
const disk = createDiskStore(folder);
const used: StoreMemory = { disk: await measure(disk), cloudinary: 0 };
used.cloudinary = await measure(createCloudinaryStore(cloudinary.setting, disk));
await cloudinary.close();
await rm(folder, { recursive: true, force: true });
await printResult(used);
