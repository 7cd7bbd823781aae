import { isCuid } from "@paralleldrive/cuid2";
import { afterEach, expect, it, vi } from "vitest";
import { createId, deriveId } from "./id.server";

afterEach(() => vi.restoreAllMocks());

it("creates ids of 24 letters and digits that never repeat", () => {
  const ids = Array.from({ length: 5_000 }, () => createId());
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]{23}$/);
  expect(ids.every((id) => isCuid(id))).toBe(true);
});

it("takes nothing from Math.random, whose next values can be computed", () => {
  const random = vi.spyOn(Math, "random");
  createId();
  expect(random).not.toHaveBeenCalled();
});

it("derives the same id from the same parts, and no other from any other", () => {
  const parts: [string, ...string[]][] = [["a"], ["b"], ["a", ""], ["a", "b"], ["ab"], ['a","b'], ["a", "b", "c"]];
  const ids = parts.map((some) => deriveId(...some));
  expect(new Set(ids).size).toBe(parts.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]{23}$/);
  expect(parts.map((some) => deriveId(...some))).toEqual(ids);
});
