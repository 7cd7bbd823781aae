import { sendLetter } from "./setup/accounts";
import { expect, test } from "./setup/fixtures";
import { FormClient } from "./setup/form-client";

/** For single fetch and lazy route discovery, if they were on: see docs/decisions. */
const SINGLE_FETCH = ["/dashboard.data", "/_root.data?_routes=x", "/auth.data?_routes=routes%2Fauth"];
const MANIFEST = ["/__manifest", "/__manifest?p=%2Fdashboard&version=x", `/__manifest?${"p=/a&".repeat(600)}`];

test("single fetch and lazy route discovery are off", { tag: "@scriptless" }, async ({ open }) => {
  const { client } = await open();
  for (const path of [...SINGLE_FETCH, ...MANIFEST]) {
    const { status, html } = await client.get(path);
    expect(status, path).toBe(404);
    expect(html, path).toContain("This page was never sealed here");
  }
});

test("crafted bodies for single fetch are ignored", { tag: "@scriptless" }, async ({ open }) => {
  const { client } = await open();
  for (const path of ["/dashboard.data", "/create.data", "/_root.data"]) {
    const { status } = await client.send(path, { csrf: "x", title: "[[1]]" });
    expect([403, 404, 405], path).toContain(status);
  }
});

test("requesting the data of an unknown route is a client error", { tag: "@scriptless" }, async ({ open }) => {
  const { client } = await open();
  const ids = [
    "routes/bogus",
    "",
    "__proto__",
    "constructor",
    "routes/create",
    "root\u0000",
    "../root",
    "x".repeat(2000),
  ];
  for (const id of ids) {
    for (const path of ["/", "/dashboard", "/nowhere", "/auth?mode=login"]) {
      const url = `${path}${path.includes("?") ? "&" : "?"}_data=${encodeURIComponent(id)}`;
      const { status } = await client.get(url);
      expect(status, url).toBeLessThan(500);
    }
  }
});

test("data requests are authorised like pages", { tag: "@scriptless" }, async ({ open }) => {
  const owner = await open();
  const id = await sendLetter(owner, { message: "Only for Mia" });
  const visitor = new FormClient(process.env.E2E_BASE_URL ?? "");
  const user = (await open()).client;
  for (const client of [visitor, user]) {
    const { html } = await client.get(`/memories/${id}?_data=${encodeURIComponent("routes/memories.$id")}`);
    expect(html).not.toContain("Only for Mia");
  }
});
