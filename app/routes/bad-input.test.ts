import type { SubmissionResult } from "@conform-to/react";
import { createId } from "@paralleldrive/cuid2";
import { describe, expect, it } from "vitest";
import { CSRF_FIELD } from "~/http/csrf.server";
import { COOKIES_NEEDED, STALE_PAGE } from "~/http/form.server";
import { readSentForm, SECRET_INPUTS, UNREPEATABLE } from "~/http/sent-form.server";
import { createBrowser } from "../../tests/factories/browser";
import { forms, type PreparedForm } from "../../tests/factories/forms";
import { answerOf, type Fields, formRequest, rawFormRequest } from "../../tests/factories/request";

const GARBLED = /^We couldn’t read all of what was sent/;
/** Nothing is lost where these are ignored. */
const UNTYPED = ["formId", "pick", "deliveryZone"];
/** The library's own sentences. */
const NOT_OURS = /"(Invalid (input|option|string|value|type)|Too (big|small):|Unrecognized key)/;

describe.each(forms)(
  "to $name",
  ({ action, prepare, required = {}, longest = {}, lines = [], secrets = [], accepted = 303, ...form }) => {
    const answer = async (prepared: PreparedForm, request: Request) => {
      const response = await answerOf(action, request, prepared.browser, prepared.params);
      if (response.status < 400) unused = undefined;
      expect(await response.clone().text()).not.toMatch(NOT_OURS);
      return response;
    };
    let unused: PreparedForm | undefined;
    /** Always from a new client IP, because of rate limits. */
    const ready = async (): Promise<PreparedForm> => {
      if (form.limit || !unused) unused = await prepare();
      return { ...unused, browser: { ...unused.browser, clientIp: (await createBrowser()).clientIp } };
    };
    const post = async (change: Fields = {}, leftOut: string[] = []) => {
      const prepared = await ready();
      const fields = Object.fromEntries(
        Object.entries({ ...prepared.fields, ...change }).filter(([name]) => !leftOut.includes(name)),
      );
      const response = await answer(prepared, formRequest(prepared.path, fields, prepared.browser));
      return { response, fields };
    };

    /** Values are repeated, secrets are not. */
    async function expectKept(response: Response, fields: Fields): Promise<void> {
      const text = await response.clone().text();
      const { initialValue } = JSON.parse(text) as SubmissionResult<string[]>;
      for (const [name, value] of Object.entries(fields)) {
        if (secrets.includes(name)) {
          if (value.length >= 6) expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
        } else if (typeof value === "string" && value !== "") expect(initialValue?.[name], name).toBe(value);
      }
      expect(text).not.toContain(`"${CSRF_FIELD}"`);
    }

    it("accepts valid input", async () => {
      const { response } = await post();
      expect(response.status).toBe(accepted);
    });

    it("is answered when sent a second time", async () => {
      const prepared = await prepare();
      const send = () => answer(prepared, formRequest(prepared.path, prepared.fields, prepared.browser));
      expect((await send()).status).toBe(accepted);
      expect([accepted, 400]).toContain((await send()).status);
    });

    it("keeps everything but its secrets for an error page", async () => {
      const prepared = await ready();
      const sent = await readSentForm(formRequest(prepared.path, prepared.fields, prepared.browser));
      const typed = Object.entries(prepared.fields).flatMap(([name, values]) =>
        [values].flat().map((value) => [name, value]),
      );
      if (UNREPEATABLE in prepared.fields) return expect(sent).toBeUndefined();
      expect(sent?.fields.filter(([name]) => name !== CSRF_FIELD)).toEqual(
        typed.filter(([name = ""]) => !secrets.includes(String(name)) && !Object.hasOwn(SECRET_INPUTS, String(name))),
      );
    });

    it.each([
      ["no token", () => [CSRF_FIELD], {}],
      ["an empty token", () => [], { [CSRF_FIELD]: "" }],
      ["a made-up token", () => [], { [CSRF_FIELD]: `${"a".repeat(11)}.${"b".repeat(43)}` }],
    ])("with %s is refused with 403, and nothing typed is lost", async (_, leftOut, change) => {
      const prepared = await ready();
      const body = new URLSearchParams(prepared.fields as Record<string, string>);
      for (const [name, value] of Object.entries(change)) body.set(name, value);
      for (const name of leftOut()) body.delete(name);
      const response = await answer(prepared, rawFormRequest(prepared.path, body.toString(), prepared.browser));
      await expect(response).toBeRefused(403, "form", STALE_PAGE);
      await expectKept(response, prepared.fields);
    });

    it("is refused with the CSRF token of another browser", async () => {
      const { response } = await post({ [CSRF_FIELD]: (await createBrowser()).csrfToken() });
      await expect(response).toBeRefused(403, "form", STALE_PAGE);
    });

    it("asks for cookies where the browser sends none, and keeps what was typed", async () => {
      const prepared = await ready();
      const body = new URLSearchParams(prepared.fields as Record<string, string>);
      const cookie = prepared.browser.cookie.replace(/amberkeep_csrf=[^;]*/, "");
      const browser = { ...prepared.browser, cookie };
      const response = await answer(prepared, rawFormRequest(prepared.path, body.toString(), browser));
      await expect(response).toBeRefused(403, "form", COOKIES_NEEDED);
      await expectKept(response, prepared.fields);
    });

    if (form.isPrivate) {
      it("redirects visitors to the login form and back", async () => {
        const { path, fields, params } = await ready();
        const browser = await createBrowser();
        const response = await answerOf(action, formRequest(path, fields, browser), browser, params);
        expect(response).toHaveRedirect(`/auth?${new URLSearchParams({ mode: "login", redirectTo: path })}`);
      });
    }

    it.each(Object.entries(required))("requires %s: %s", async (field, sentence) => {
      for (const [change, leftOut] of [
        [{}, [field]],
        [{ [field]: "" }, []],
      ] as const) {
        const { response, fields } = await post(change, [...leftOut]);
        await expect(response).toBeRefused(400, field, sentence);
        await expectKept(response, fields);
      }
    });

    it.each(Object.keys(required).filter((field) => !secrets.includes(field)))(
      "refuses blanks for %s",
      async (field) => {
        const { response } = await post({ [field]: " \t " });
        await expect(response).toBeRefused(400, field, required[field]);
      },
    );

    it.each(Object.entries(longest))("limits the length of %s to %i", async (field, length) => {
      const isAddress = /email/i.test(field);
      const { response, fields } = await post({
        [field]: isAddress ? `${"a".repeat(length)}@example.org` : `Aa1${"x".repeat(length)}`,
      });
      await expect(response).toBeRefused(400, field, length > 10 ? /^Please use at most/ : undefined);
      await expectKept(response, fields);
    });

    it.each(lines)("accepts a single line only for %s", async (field) => {
      const value = field.toLowerCase().includes("email") ? "ada@example.org" : "Ada";
      for (const character of ["\u0000", "\r\nBcc: eve@example.org\r\n", "\u001b[31m", "\u2028"]) {
        const { response } = await post({ [field]: value.slice(0, 2) + character + value.slice(2) });
        await expect(response).toBeRefused(400, field);
      }
    });

    it("refuses a duplicate field or uses one of the values", async () => {
      for (const [name, value] of Object.entries((await ready()).fields)) {
        const { response } = await post({ [name]: [String(value), String(value)] });
        if (response.status === accepted && UNTYPED.includes(name)) continue;
        await expect(response).toBeRefused(400, name);
      }
    });

    it("refuses a file in place of any field", async () => {
      const prepared = await ready();
      for (const name of Object.keys(prepared.fields)) {
        const body = new FormData();
        for (const [other, value] of Object.entries(prepared.fields))
          if (other !== name) body.set(other, String(value));
        body.set(CSRF_FIELD, prepared.browser.csrfToken());
        body.set(name, new File(["text"], "text.txt"));
        const encoded = new Response(body);
        const type = encoded.headers.get("Content-Type") ?? "";
        const request = rawFormRequest(prepared.path, await encoded.arrayBuffer(), prepared.browser, type);
        const response = await answer(prepared, request);
        if (response.status === accepted && UNTYPED.includes(name)) continue;
        await expect(response).toBeRefused(400, name);
      }
    });

    it.each([
      ["percent-encoding that is not UTF-8", "%ff=1", "application/x-www-form-urlencoded"],
      ["percent-encoding of half a character", "x=%F0%9F", "application/x-www-form-urlencoded"],
      ["percent-encoding of a lone surrogate", "x=%ED%A0%80", "application/x-www-form-urlencoded"],
      ["percent signs alone", "100%=100%", "application/x-www-form-urlencoded"],
      ["bytes that are not UTF-8", Buffer.from("x=\xff\xfe", "latin1"), "application/x-www-form-urlencoded"],
      ["JSON", "{}", "application/json"],
      ["plain text", "a=b", "text/plain"],
      ["parts without a boundary", "--x--", "multipart/form-data"],
      [
        "parts that never end",
        "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n",
        "multipart/form-data; boundary=x",
      ],
      [
        "parts that are not UTF-8",
        Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xff\xfe\r\n--x--\r\n', "latin1"),
        "multipart/form-data; boundary=x",
      ],
      ["nothing", "", ""],
    ])("sent as %s is refused", async (kind, body, type) => {
      const prepared = await ready();
      const response = await answer(prepared, rawFormRequest(prepared.path, body as BodyInit, prepared.browser, type));
      if (kind === "nothing") await expect(response).toBeRefused(response.status === 403 ? 403 : 400, "form");
      else await expect(response).toBeRefused(400, "form", GARBLED);
    });

    it("repeats the readable fields of a garbled form, but no secret", async () => {
      const prepared = await ready();
      const body = `${new URLSearchParams(prepared.fields as Record<string, string>)}&more=%ff`;
      const response = await answer(prepared, rawFormRequest(prepared.path, body, prepared.browser));
      await expectKept(response, prepared.fields);
    });

    it.each([
      "__proto__",
      "__proto__.isAdmin",
      "constructor.prototype.isAdmin",
      "toString",
      "title.text",
      "title[0]",
      "title[]",
      "title[2000000000]",
      "title[99999999999999999999]",
      "[",
      "a[b",
      "a..b",
      "__INTENT__",
      "__state__",
      "",
      "x".repeat(10_000),
      "\u0000",
    ])("is not upset by a field called %j", async (name) => {
      const { response } = await post({ [name.slice(0)]: "1" });
      expect([accepted, 400]).toContain(response.status);
      expect((await response.clone().text()).length).toBeLessThan(100_000);
      expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    });

    if (form.limit) {
      it(`may be sent ${form.limit} times in a short time; then it says how long to wait`, async () => {
        const prepared = await prepare();
        // A correct secret would change the state.
        const wrong = Object.fromEntries(
          secrets.map((name) => [name, name === "code" ? "000000" : "Wrong-Password-1"]),
        );
        const isSignUp = "fullName" in prepared.fields;
        const send = async () => {
          const fields = { ...prepared.fields, ...(isSignUp ? { email: `${createId()}@example.org` } : wrong) };
          return { fields, response: await answer(prepared, formRequest(prepared.path, fields, prepared.browser)) };
        };
        for (let count = 0; count < (form.limit ?? 0); count += 1)
          expect([accepted, 400]).toContain((await send()).response.status);
        const { response, fields } = await send();
        await expect(response).toBeRefused(429, "form", /too often/);
        expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
        await expectKept(response, fields);
      });
    }
  },
);
