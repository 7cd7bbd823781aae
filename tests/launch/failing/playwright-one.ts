import { expect, test } from "playwright/test";

test("passes", () => expect(1).toBe(1));
test.skip("is skipped", () => {});
test("compares two letters", () => expect({ to: "Leo" }).toEqual({ to: "Mia" }));
test("is slow at first", () => {
  if (test.info().retry === 0) throw new Error("it is slow");
});
