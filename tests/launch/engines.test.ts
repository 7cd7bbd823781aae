import { expect, test, vi } from "vitest";
import { chooseByName, parseEngines, parseScripts } from "../../scripts/engines/names.ts";
import { createChildren } from "../../scripts/launch/children.ts";
import { ensureFirefox, ensureWebKit } from "../../scripts/launch/engines.ts";
import { createProgress } from "../../scripts/launch/progress.ts";

test("engines are named one by one or all together", () => {
  expect(parseEngines("firefox,webkit")).toEqual(["firefox", "webkit"]);
  expect(parseEngines("all")).toEqual(["chromium", "firefox", "webkit"]);
});

test("an unknown engine is refused with the names of the others", () => {
  expect(() => parseEngines("firefox,opera")).toThrow(
    "The engines are chromium, firefox, webkit and all, not firefox,opera.",
  );
});

test("a name or a mode that does not exist is refused, as nothing would be looked at", () => {
  const walks = [{ name: "a letter" }, { name: "photos" }];
  expect(chooseByName(walks, undefined)).toEqual(walks);
  expect(chooseByName(walks, "photo,films")).toEqual([{ name: "photos" }]);
  expect(() => chooseByName(walks, "film")).toThrow("No name contains film. The names are: a letter, photos.");
  expect(parseScripts("on,off")).toEqual(["on", "off"]);
  expect(() => parseScripts("none")).toThrow("Script is on, off or both of them, not none.");
});

test("where an engine is missing and can't be installed, it says what to install", async () => {
  vi.stubEnv("PATH", "/nowhere");
  vi.stubEnv("FIREFOX_PATH", undefined);
  const [children, progress] = [createChildren(), createProgress({ write: () => true })];
  await expect(ensureWebKit(children, progress)).rejects.toThrow("install webkit2gtk-driver and xvfb.");
  await expect(ensureFirefox(children, progress)).rejects.toThrow("install it, or set FIREFOX_PATH to yours.");
});
