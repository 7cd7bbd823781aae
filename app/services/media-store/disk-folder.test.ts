import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { createDiskStore } from "./disk-store.server";
import { MediaUnavailable } from "./store.server";

/** As Node does on a read-only disk. */
vi.mock("node:fs/promises", async (original) => {
  const mkdir = () => Promise.reject(Object.assign(new Error("mkdir failed"), { code: "ENOENT" }));
  return { ...(await original<typeof import("node:fs/promises")>()), mkdir };
});

it("reports the store on a read-only disk as unavailable", async () => {
  const folder = await mkdtemp(join(tmpdir(), "amberkeep-read-only-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = createDiskStore(folder);
  const content = Buffer.from("content");
  const part = { kind: "photo", start: 0, total: content.length, source: content } as const;
  await expect(store.put("ab/photo", content, { kind: "photo", contentType: "" })).rejects.toThrow(MediaUnavailable);
  await expect(store.receivePart("ab/photo", part)).rejects.toThrow(MediaUnavailable);
});
