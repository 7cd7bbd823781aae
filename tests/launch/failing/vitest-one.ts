import { beforeAll, describe, expect, test } from "vitest";

test("passes", () => expect(1).toBe(1));
test.skip("is skipped", () => {});
test("compares two letters", () => expect({ to: "Leo" }).toEqual({ to: "Mia" }));
describe("a room without a key", () => {
  beforeAll(() => {
    throw new Error("the key is lost");
  });
  test("is never entered", () => {});
});
