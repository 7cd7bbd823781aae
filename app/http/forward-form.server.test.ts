import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { createBrowser } from "../../tests/factories/browser";
import { pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import { isDatabaseReady } from "../services/db-ready.server";
import { handleRequests } from "./forward-form.server";

const mysql = await vi.hoisted(async () => (await import("../../tests/factories/mysql-proxy")).proxyMysql());
beforeEach(mysql.open);
afterAll(mysql.cut);

/** Responds with the viewer's name, and with whether the database was there. */
const handle = handleRequests(async (_, context) => {
  const isReady = await isDatabaseReady();
  return Response.json({ name: isReady ? (await context?.viewer())?.name : undefined, isReady });
});
const connection = { requestId: "test", clientIp: "192.0.2.1", logChoices: {} };

it.each([
  ["a user's", "Nina", async () => (await createUser({ name: "Nina" })).browser],
  ["a visitor's", undefined, createBrowser],
])("lets %s form wait for a database that restarts, and no page", async (_, name, createPerson) => {
  const page = pageRequest("/create", await createPerson());
  const form = new Request(page, { method: "POST" });
  mysql.cut();
  const response = handle(form, connection);
  expect(await (await handle(page, connection)).json()).toEqual({ isReady: false });
  await mysql.open();
  expect(await (await response).json()).toEqual({ name, isReady: true });
  mysql.cut();
});
