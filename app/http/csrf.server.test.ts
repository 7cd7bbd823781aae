import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { pageRequest } from "../../tests/factories/request";
import { createCsrfToken, ensureVisitor, isCsrfTokenValid } from "./csrf.server";

const isValid = (browser: Browser, token: unknown) => isCsrfTokenValid(pageRequest("/", browser), token);

describe("a CSRF token", () => {
  it("is valid only in the browser that was shown the page", async () => {
    const [mine, other] = [await createBrowser(), await createBrowser()];
    expect(await isValid(mine, mine.csrfToken())).toBe(true);
    expect(await isValid(mine, other.csrfToken())).toBe(false);
    expect(await isValid({ ...mine, cookie: "" }, mine.csrfToken())).toBe(false);
  });

  it("differs on every page, and each stays valid", async () => {
    const browser = await createBrowser();
    const tokens = Array.from({ length: 5 }, () => browser.csrfToken());
    expect(new Set(tokens).size).toBe(5);
    for (const token of tokens) expect(await isValid(browser, token)).toBe(true);
  });

  it("is refused with any character changed, added or removed", async () => {
    const browser = await createBrowser();
    const character = fc.string({ unit: "binary", minLength: 0, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(fc.nat(200), fc.nat(2), character, async (at, removed, added) => {
        const token = browser.csrfToken();
        const place = at % (token.length + 1);
        const changed = token.slice(0, place) + added + token.slice(place + removed);
        fc.pre(changed !== token);
        expect(await isValid(browser, changed)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it("must be text", async () => {
    const browser = await createBrowser();
    for (const token of [null, undefined, "", ".", new File([browser.csrfToken()], "csrf"), [browser.csrfToken()]]) {
      expect(await isValid(browser, token)).toBe(false);
    }
  });

  it("is invalid for a forged visitor cookie: too short, empty, not text", async () => {
    for (const visitor of ["", "x", "a".repeat(42), "a".repeat(44)]) {
      const cookie = `amberkeep_csrf=${Buffer.from(JSON.stringify(visitor)).toString("base64")}`;
      expect(await isValid({ ...(await createBrowser()), cookie }, createCsrfToken(visitor))).toBe(false);
    }
    const cookie = `amberkeep_csrf=${Buffer.from("[1]").toString("base64")}`;
    expect(await isValid({ ...(await createBrowser()), cookie }, createCsrfToken("1"))).toBe(false);
  });
});

describe("the visitor cookie", () => {
  it("is set unless there is one", async () => {
    const browser = await createBrowser();
    expect((await ensureVisitor(pageRequest("/", browser))).setCookie).toBeUndefined();
    const first = await ensureVisitor(pageRequest("/", { ...browser, cookie: "" }));
    expect(first.setCookie).toMatch(/^amberkeep_csrf=.+; HttpOnly; SameSite=Lax$/);
  });
});
