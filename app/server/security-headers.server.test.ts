import { expect, it } from "vitest";
import { contentSecurityPolicy } from "./security-headers.server";

const directives = (nonce: string | undefined) =>
  Object.fromEntries(
    contentSecurityPolicy(nonce)
      .split("; ")
      .map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1)]),
  );

it("lets a page run its own scripts only, and one without script none", () => {
  expect(directives("abc")["script-src"]).toEqual(["'self'", "'nonce-abc'"]);
  expect(directives(undefined)["script-src"]).toEqual(["'none'"]);
});

it("lets a page load, send and be framed within the site only", () => {
  const { "script-src": _, ...others } = directives("abc");
  expect(others).toMatchObject({
    "default-src": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'self'"],
    "base-uri": ["'none'"],
  });
  const sources = new Set(Object.values(others).flat());
  expect([...sources].sort()).toEqual(["'none'", "'self'", "blob:", "data:"]);
});
