import { afterAll, expect, it, vi } from "vitest";
import { pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import { env } from "../env.server";
import { isDatabaseReady } from "../services/db-ready.server";
import { handleRequests } from "./forward-form.server";
import { createRequestContext } from "./request-context.server";

const mysql = await vi.hoisted(async () => (await import("../../tests/factories/mysql-proxy")).proxyMysql());
afterAll(mysql.cut);

it("lets a form wait for a database that restarts, and no page", async () => {
  await mysql.open();
  const { user, browser } = await createUser();
  const page = pageRequest("/create", browser);
  const form = new Request(page, { method: "POST" });
  mysql.cut();
  await expect(createRequestContext(page).viewer()).rejects.toThrow();
  const viewer = createRequestContext(form).viewer();
  await mysql.open();
  expect(await viewer).toMatchObject({ id: user.id });
});

it("lets a visitor's form wait as well, before its action begins", async () => {
  const handle = handleRequests(async () => new Response(String(await isDatabaseReady())));
  const form = new Request(`${env.BASE_URL}/auth`, { method: "POST" });
  mysql.cut();
  const response = handle(form, { requestId: "test", clientIp: "192.0.2.1", logChoices: {} });
  await mysql.open();
  expect(await (await response).text()).toBe("true");
});
