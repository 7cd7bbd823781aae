import { expect, test } from "vitest";
import { parseEngines } from "../../scripts/engines/names.ts";

test("engines are named one by one or all together", () => {
  expect(parseEngines("firefox,webkit")).toEqual(["firefox", "webkit"]);
  expect(parseEngines("all")).toEqual(["chromium", "firefox", "webkit"]);
});

test("an unknown engine is refused with the names of the others", () => {
  expect(() => parseEngines("firefox,opera")).toThrow(
    "The engines are chromium, firefox, webkit and all, not firefox,opera.",
  );
});
