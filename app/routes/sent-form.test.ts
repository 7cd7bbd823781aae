import { createId } from "@paralleldrive/cuid2";
import type { ServerBuild } from "@remix-run/node";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as entry from "~/entry.server";
import { handleRequests } from "~/http/forward-form.server";
import { createRequestContext } from "~/http/request-context.server";
import * as root from "~/root";
import { createPageHandlers } from "~/server/page-handlers.server";
import { untilDatabaseReady } from "~/services/db-ready.server";
import { log } from "~/services/log.server";
import remixConfig from "../../remix.config.js";
import { type Fields, formRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as create from "./create";
import * as password from "./settings.password";

const mysql = await vi.hoisted(async () => (await import("../../tests/factories/mysql-proxy")).proxyMysql());
beforeEach(async () => {
  await mysql.open();
  await untilDatabaseReady(10_000);
});
afterEach(mysql.cut);

const PAGES = {
  root: { id: "root", path: "", module: root },
  create: { id: "create", path: "create", parentId: "root", module: create },
  password: { id: "password", path: "settings/password", parentId: "root", module: password },
};
const manifest = Object.fromEntries(
  Object.values(PAGES).map(({ module, ...page }) => [page.id, { ...page, module: `/${page.id}.js`, hasLoader: true }]),
);
const build = {
  routes: PAGES,
  assets: { version: "1", url: "/m.js", entry: { module: "/e.js", imports: [] }, routes: manifest },
  entry: { module: entry },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  future: remixConfig.future,
  isSpaMode: false,
} as unknown as ServerBuild;

const pages = createPageHandlers(build, "production");
const connection = { requestId: "test", clientIp: "192.0.2.7", logChoices: {} };

/** Handled without the time that forms get for a database that restarts. */
function failing(request: Request): Promise<Response> {
  mysql.cut();
  return pages(request, createRequestContext(request, connection));
}

function fieldsIn(html: string): Fields {
  const unescaped = (text = "") =>
    text.replace(
      /&(lt|gt|quot|#x27|amp);/g,
      (_, name) => ({ lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" })[name as string] ?? "",
    );
  const [, form = ""] = /<form[^>]*class="stack"[^>]*>(.*?)<\/form>/s.exec(html) ?? [];
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const texts = [...form.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs)];
  return Object.fromEntries([...inputs, ...texts].map(([, name = "", value]) => [name, unescaped(value)]));
}

const LETTER = {
  intent: "draft",
  title: "For your 30th",
  recipientName: "Mia",
  message: "Dear Mia,\n</textarea><script>alert(1)</script> is how it began.",
};

it("a letter whose database goes away is on the error page, and can be sent again from there", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
  const { browser } = await createUser();
  const sent = { ...LETTER, formId: createId() };
  const response = await failing(formRequest("/create?type=send-to-someone&step=form", sent, browser));
  const html = await response.text();
  expect(response.status).toBe(500);
  expect(response.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
  expect(response.headers.get("Cache-Control"), "the default, no-store").toBeNull();
  expect(html).toContain("what you sent is kept on this page");
  expect(html).not.toContain("<script>alert");
  expect(html).toContain('action="/create?type=send-to-someone&amp;step=form"');
  expect(fieldsIn(html)).toMatchObject(sent);
  expect(logged).toHaveBeenCalled();

  await mysql.open();
  const again = formRequest("/create?type=send-to-someone&step=form", fieldsIn(html), browser);
  const saved = await handleRequests(pages)(again, connection);
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, expect.stringContaining("/create?edit=true")]);
});

it("what a form was opened with is sent again, but not shown", async () => {
  vi.spyOn(log, "error").mockReturnValue(undefined);
  const { browser } = await createUser();
  const opened = {
    version: "aB3_dE Xy9-zQ 4294967295 1234567890 987654321",
    openedWith: JSON.stringify([{ name: "Mia Lindqvist", address: "12 Harbour Road" }]),
    openedWelcome: "Please write to Oma,\r\nwho turns 80.",
  };
  const response = await failing(
    formRequest("/create?type=send-to-someone&step=form", { ...LETTER, ...opened }, browser),
  );
  const html = await response.text();
  expect(fieldsIn(html)).toMatchObject({ ...LETTER, ...opened });
  expect(html.match(/<textarea[^>]* name="[^"]*"/g)).toEqual([expect.stringContaining('name="message"')]);
});

it("a password is not on the error page, and has to be typed again", async () => {
  vi.spyOn(log, "error").mockReturnValue(undefined);
  const { browser } = await createUser();
  const typed = { password: "N3w-words-for-it", confirmPassword: "N3w-words-for-it" };
  const response = await failing(formRequest("/settings/password", typed, browser));
  const html = await response.text();
  expect(response.status).toBe(500);
  expect(html).not.toContain("N3w-words");
  expect(html).toMatch(/<input[^>]* name="password" type="password" required=""/);
});

it("the error page of a form with another site's token has no form", async () => {
  vi.spyOn(log, "error").mockReturnValue(undefined);
  const { browser } = await createUser();
  const response = await failing(formRequest("/create", { ...LETTER, csrf: "invented" }, browser));
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("Try again</button>");
});
