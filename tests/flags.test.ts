import { expect, it } from "vitest";
import config from "../remix.config.js";

/** Both would answer addresses of their own (`/x.data`, `/__manifest`), which only script can use. */
const OFF = ["v3_singleFetch", "v3_lazyRouteDiscovery"];
/** Concerns where routes are listed, not how the app behaves: ours are found by the names of their files. */
const NOT_ABOUT_BEHAVIOUR = ["v3_routeConfig"];

it("Remix runs with every flag of its next version, but for the two that need script", () => {
  const flags = Object.entries(config.future ?? {}).filter(([name]) => !NOT_ABOUT_BEHAVIOUR.includes(name));
  expect(flags.length).toBeGreaterThanOrEqual(5);
  expect(Object.fromEntries(flags)).toEqual(Object.fromEntries(flags.map(([name]) => [name, !OFF.includes(name)])));
  for (const name of OFF) expect(config.future).toHaveProperty(name, false);
});

it("tests beside routes are no routes", () => {
  expect(config.ignoredRouteFiles).toContain("**/*.test.{ts,tsx}");
});
