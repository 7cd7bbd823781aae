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
  ["/.//evil.example", "/home"],
  ["/./\\evil.example", "/home"],
  ["/%2e//evil.example", "/home"],
  ["/a/..//evil.example", "/home"],
])("of %j makes %j", (given, path) => {
  expect(ownPath(given, "/home")).toBe(path);
});

const { origin } = new URL(env.BASE_URL);
const pieces = fc.constantFrom("/", "\\", ".", "%2e", "%2f", "%5c", "\t", "\n", "e", "?", "#", "@", ":");

it.each([
  ["any text", fc.string({ unit: "binary" })],
  ["slashes, dots and their like", fc.array(pieces, { maxLength: 12 }).map((list) => list.join(""))],
])("never leads to another site: %s", (_, texts) => {
  fc.assert(
    fc.property(texts, (text) => new URL(ownPath(`/${text}`, "/home"), env.BASE_URL).origin === origin),
    { numRuns: 2_000 },
  );
});
