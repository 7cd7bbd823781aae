import { describe, expect, it } from "vitest";
import { loader as root } from "~/root";
import { createBrowser } from "../../tests/factories/browser";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as home from "./_index";
import * as dashboard from "./dashboard";
import * as healthz from "./healthz";
import * as zoom from "./preferences.zoom";
import * as readyz from "./readyz";

describe("the home page", () => {
  it("is public; redirects signed-in users who type its URL to their vaults", async () => {
    const [visitor, { browser: member }] = [await createBrowser(), await createUser()];
    expect((await answerOf(home.loader, pageRequest("/", visitor), visitor)).status).toBe(200);
    expect(await answerOf(home.loader, pageRequest("/", member), member)).toHaveRedirect("/dashboard", 302);
    const asked = await answerOf(home.loader, pageRequest("/?home", member), member);
    expect(await asked.json()).toEqual({ signedIn: true });
  });
});

describe("the frame of a page", () => {
  it("greets a signed-in user by name and shows nothing else of them", async () => {
    const { user, browser } = await createUser({ name: "Ada" });
    const frame = await (await answerOf(root, pageRequest("/", browser), browser)).json();
    expect(frame.viewer).toEqual({ name: "Ada", email: user.email });
    expect(JSON.stringify(frame)).not.toContain(user.id);
  });

  it("sets the cookie for the CSRF token once", async () => {
    const browser = await createBrowser();
    const first = await answerOf(root, pageRequest("/", { ...browser, cookie: "" }), browser);
    expect(first.headers.getSetCookie()).toEqual([expect.stringMatching(/^amberkeep_csrf=/)]);
    const next = await answerOf(root, pageRequest("/", browser), browser);
    expect(next.headers.getSetCookie()).toEqual([]);
  });

  it("ignores malformed cookies", async () => {
    for (const value of ["%", "e30", "bnVsbA", "[object Object]", "a".repeat(4_000), '"', "\u00e9"]) {
      const names = ["session", "visitor", "toast", "reading", "zoom"];
      const cookie = names.map((name) => `amberkeep_${name}=${value}`).join("; ");
      const browser = { ...(await createBrowser()), cookie };
      const frame = await answerOf(root, pageRequest("/", browser), browser);
      expect(await frame.json()).toMatchObject({ viewer: null, toast: null, zoom: "locked" });
    }
  });
});

describe("a page that requires a login", () => {
  it("redirects visitors to the login form and back", async () => {
    const browser = await createBrowser();
    const path = "/dashboard?tab=delivered&after=1-x";
    const response = await answerOf(dashboard.loader, pageRequest(path, browser), browser);
    expect(response).toHaveRedirect(`/auth?${new URLSearchParams({ mode: "login", redirectTo: path })}`);
  });
});

describe("the switch that allows zooming", () => {
  it("saves the choice and redirects back, but never to another site", async () => {
    const browser = await createBrowser();
    const choose = (returnTo: string) =>
      answerOf(zoom.action, formRequest("/preferences/zoom", { zoom: "allowed", returnTo }, browser), browser);
    const response = await choose("/dashboard?tab=delivered");
    expect(response).toHaveRedirect("/dashboard?tab=delivered");
    expect(response.headers.getSetCookie()[0]).toMatch(/^amberkeep_zoom=/);
    for (const elsewhere of ["https://evil.example", "//evil.example", "javascript:alert(1)"]) {
      expect(await choose(elsewhere)).toHaveRedirect("/?home");
    }
  });
});

describe("health checks", () => {
  it("respond uncached for the process and the database", async () => {
    for (const answer of [healthz.loader(), await readyz.loader()]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
    }
  });
});
