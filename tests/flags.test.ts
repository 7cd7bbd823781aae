import { expect, it } from "vitest";
import config from "../remix.config.js";

/** Both add URLs (`/x.data`, `/__manifest`) that only script can use. */
const OFF = ["v3_singleFetch", "v3_lazyRouteDiscovery"];
/** Only for routes in a config file; this app's are found by file name. */
const NOT_ABOUT_BEHAVIOUR = ["v3_routeConfig"];

it("enables every future flag of Remix except the two that need script", () => {
  const flags = Object.entries(config.future ?? {}).filter(([name]) => !NOT_ABOUT_BEHAVIOUR.includes(name));
  expect(flags.length).toBeGreaterThanOrEqual(5);
  expect(Object.fromEntries(flags)).toEqual(Object.fromEntries(flags.map(([name]) => [name, !OFF.includes(name)])));
  for (const name of OFF) expect(config.future).toHaveProperty(name, false);
});

it("does not treat tests beside routes as routes", () => {
  expect(config.ignoredRouteFiles).toContain("**/*.test.{ts,tsx}");
});
