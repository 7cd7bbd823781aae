import { describe, expect, it } from "vitest";
import { isQuiet } from "./quiet-pages";

describe("the prompt to sign up", () => {
  it.each([
    "/create?type=future-self&step=form",
    "/create?type=milestone&reminder=true",
    "/auth?mode=signup",
    "/open/x/replies",
    "/legacy/x/address",
    "/guest/x/add?as=story",
    "/guest/x/wall",
    "/reach/x",
  ])("never comes over a form, a letter or a board: %s", (path) => {
    expect(isQuiet(path)).toBe(true);
  });

  it.each(["/", "/about", "/create", "/create?type=future-self", "/activity"])("may come on %s", (path) => {
    expect(isQuiet(path)).toBe(false);
  });
});
