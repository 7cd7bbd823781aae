import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CSRF_FIELD } from "~/http/csrf.server";
import { createBrowser } from "./factories/browser";
import { FORM_HEADERS, SITE_ROUTES, startSite } from "./factories/site";
import { createUser } from "./factories/user";

/** What people, scanners and mail programs put into a URL where an id or a link belongs. */
const HOSTILE = {
  "a character beyond Latin-1": "%E2%82%AC",
  "a character of Latin-1": "%C3%A9",
  "a line break": "%0d%0aSet-Cookie:%20a=b",
  "a null byte": "%00",
  "a percent sign": "%25",
  dots: "..%2f..%2fetc",
  "a double slash": "%2f%2fexample.org",
  "a query": "x%3Fcode=sent%23here",
  "a backslash": "%5c%5cexample.org",
  "1,000 characters": "a".repeat(1_000),
};

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Every name that a route reads from the query, except for those that choose a step. */
const QUERY =
  "after code delivery draft duplicateFrom form id message redirectTo search sender share tag token with".split(" ");
const isLong = (value: string) => value.length > 100;

const fill = (path: string, value: string) => path.replace(/:\w+|\*/g, value);
const queryOf = (value: string) =>
  QUERY.slice(0, isLong(value) ? 2 : QUERY.length)
    .map((name) => `${name}=${value}`)
    .join("&");

describe.each(Object.entries(HOSTILE))("%s in a URL", (_, value) => {
  it("is never an error of the server, for visitors and for accounts, to read and to send", async () => {
    const visitor = await createBrowser();
    const { browser: member } = await createUser();
    expect(SITE_ROUTES.length).toBeGreaterThan(70);
    for (const { path } of SITE_ROUTES.filter(({ path }) => path !== "/live")) {
      for (const browser of [visitor, member]) {
        const headers = { ...FORM_HEADERS, Cookie: browser.cookie };
        const body = new URLSearchParams({ [CSRF_FIELD]: browser.csrfToken() }).toString();
        const url = fill(path, value);
        const answers = [
          await site.ask(url, { headers }),
          await site.ask(`${fill(path, "a")}?edit=true&step=form&${queryOf(value)}`, { headers }),
          await site.ask(url, { method: "POST", headers, body }),
        ];
        for (const { status, headers } of answers) {
          expect(status, url).toBeLessThan(500);
          expect(headers["set-cookie"]?.toString() ?? "", url).not.toContain("a=b");
          expect(String(headers.location ?? "/"), url).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        }
      }
    }
  });
});
