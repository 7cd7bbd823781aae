import fc from "fast-check";
import { expect, it } from "vitest";
import { env } from "~/env.server";
import { ownPath } from "./own-path.server";

it.each([
  ["/memories/1?a=b#record", "/memories/1?a=b#record"],
  ["/", "/"],
  [null, "/home"],
  ["", "/home"],
  ["https://evil.example/", "/home"],
  ["//evil.example", "/home"],
  ["/\t/evil.example", "/home"],
  ["/\n/evil.example", "/home"],
  ["/\\evil.example", "/home"],
  ["javascript:alert(1)", "/home"],
])("of %j makes %j", (given, path) => {
  expect(ownPath(given, "/home")).toBe(path);
});

it("never returns a path to another site", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const url = new URL(ownPath(`/${text}`, "/home"), env.BASE_URL);
      return url.origin === new URL(env.BASE_URL).origin;
    }),
  );
});
