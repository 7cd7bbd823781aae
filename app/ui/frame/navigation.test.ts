import { expect, it } from "vitest";
import { isCurrentPage } from "./navigation";

it.each([
  ["/?home", "/", true],
  ["/?home", "/how-it-works", false],
  ["/dashboard", "/dashboard?tab=delivered", true],
  ["/create", "/create?type=future-self", true],
  ["/settings", "/settings/plan", false],
  ["/auth?mode=login", "/auth", true],
  ["/auth?mode=login", "/auth?mode=signup", false],
  ["/auth?mode=signup", "/auth?mode=signup", true],
])("on %2$s the link %1$s is current: %3$s", (href, path, current) => {
  expect(isCurrentPage(href, path)).toBe(current);
});

it("accepts any path", () => {
  for (const path of ["//", "//dashboard", "", "?"]) expect(isCurrentPage("/dashboard", path)).toBe(false);
});
