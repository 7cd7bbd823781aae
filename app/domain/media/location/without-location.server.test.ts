import { createId } from "@paralleldrive/cuid2";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MediaDamaged, putMedia } from "~/services/media-store.server";
import { HARMLESS } from "../../../../tests/corpus/harmless";
import { withBoxes } from "../../../../tests/corpus/hostile";
import { LOCATED, PLACE } from "../../../../tests/corpus/located";
import { box, mp4 } from "../../../../tests/corpus/recordings";
import { bytesOf } from "../../../../tests/factories/media-content";
import { inspectFile } from "../inspection/inspect-file.server";
import { fileInMemory } from "../inspection/stored-file.server";
import { applyPatches } from "./patch";
import { findPatches, readWithoutLocation } from "./without-location.server";

describe("a shared recording", () => {
  it.each(LOCATED)("has no location in it: $name", async ({ kind, contentType, make }) => {
    const original = await make();
    expect(original.includes(PLACE)).toBe(true);
    const file = fileInMemory(kind, original);
    const inspected = await inspectFile(file);
    expect(inspected).toMatchObject({ ok: true, contentType });
    const shared = applyPatches(original, 0, await findPatches(file, contentType));
    expect([shared.length, shared.includes(PLACE), shared.includes(PLACE.slice(0, 8))]).toEqual([
      original.length,
      false,
      false,
    ]);
    expect(await inspectFile(fileInMemory(kind, shared))).toEqual(inspected);
  });

  const recordings = HARMLESS.filter(({ kind }) => kind !== "photo");
  it.each(recordings)("is accepted as before, of the same length: $name", async ({ kind, contentType, make }) => {
    const original = await make();
    const shared = applyPatches(original, 0, await findPatches(fileInMemory(kind, original), contentType));
    expect(shared.length).toBe(original.length);
    expect(await inspectFile(fileInMemory(kind, shared))).toEqual(await inspectFile(fileInMemory(kind, original)));
  });

  it.each(LOCATED)("keeps picture and sound: $name", async ({ kind, contentType, make, payload }) => {
    const original = await make();
    const shared = applyPatches(original, 0, await findPatches(fileInMemory(kind, original), contentType));
    expect(shared.includes(await payload())).toBe(true);
  });

  it("keeps the pictures of every fragment", async () => {
    const located = LOCATED.find(({ name }) => name === "an MP4 in fragments");
    const [original, payload] = [(await located?.make()) ?? Buffer.alloc(0), await located?.payload()];
    const patches = await findPatches(fileInMemory("video", original), "video/mp4");
    const count = (content: Buffer) => content.toString("latin1").split(String(payload)).length - 1;
    expect([count(original), count(applyPatches(original, 0, patches))]).toEqual([2, 2]);
  });

  it("can be made from one with many boxes", async () => {
    const crafted = Buffer.concat([withBoxes(200_000), box("gps ", Buffer.from(PLACE))]);
    const patches = await findPatches(fileInMemory("video", crafted), "video/mp4");
    expect(patches.length).toBeLessThan(10);
    expect(applyPatches(crafted, 0, patches).includes(PLACE)).toBe(false);
  });

  it("is damaged when its structure cannot be read", async () => {
    const content = mp4();
    const file = { storageKey: createId(), kind: "video" as const, contentType: "video/x-new", bytes: content.length };
    await putMedia(file.storageKey, content, file);
    await expect(readWithoutLocation(file)).rejects.toThrow(MediaDamaged);
  });

  it("is the same in any range", async () => {
    const [located] = LOCATED;
    const content = (await located?.make()) ?? Buffer.alloc(0);
    const file = { storageKey: createId(), kind: "video" as const, contentType: "video/mp4", bytes: content.length };
    await putMedia(file.storageKey, content, file);
    const whole = await bytesOf(readWithoutLocation(file));
    expect(whole.includes(PLACE)).toBe(false);
    const offset = fc.nat(content.length - 1);
    await fc.assert(
      fc.asyncProperty(offset, offset, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const part = await bytesOf(readWithoutLocation(file, { start, end }));
        expect(part.equals(whole.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
