import { afterEach, expect, it, vi } from "vitest";
import { freeChunks } from "./free-chunks.server";

const MB = 1024 * 1024;
const { gc } = globalThis;
afterEach(() => {
  globalThis.gc = gc;
});

it("collects young garbage once for every sixteen megabytes received", () => {
  const collect = vi.fn();
  globalThis.gc = collect as unknown as NonNullable<typeof gc>;
  for (let received = 0; received < 48; received += 1) freeChunks(MB);
  expect(collect.mock.calls).toEqual([[{ type: "minor" }], [{ type: "minor" }], [{ type: "minor" }]]);
});

it("does nothing where garbage cannot be collected by hand", () => {
  globalThis.gc = undefined;
  expect(() => freeChunks(16 * MB)).not.toThrow();
});
