import { startVerboseWeb } from "../setup/installation.ts";
import { openAccount } from "./setup/accounts.ts";
import { openBoard } from "./setup/boards.ts";
import { query } from "./setup/db.ts";
import { expect, test } from "./setup/fixtures.ts";
import { FormClient } from "./setup/form-client.ts";

let web: Awaited<ReturnType<typeof startVerboseWeb>>;
test.beforeAll(async () => {
  web = await startVerboseWeb(JSON.parse(process.env.E2E_ENV ?? "{}"));
});
test.afterAll(() => web?.stop());

test.use({ expected: /404|500/ });

// A browser with script makes more requests, so this checks the requests of one. @scriptless
test("the code of an invite link is in no log, and no other page or site learns it @scriptless", async ({
  page,
  database: _,
}) => {
  const { client, id } = await openAccount(web.url);
  const { board, link } = await openBoard({ client, id });
  const code = link.replace("/join/", "");
  const asked: { url: string; referer: string | undefined }[] = [];
  page.on("request", (request) => asked.push({ url: request.url(), referer: request.headers().referer }));

  const wrong = `${code.slice(0, -1)}${code.endsWith("A") ? "B" : "A"}`;
  for (const typed of [wrong, code.slice(0, 9), code.toLowerCase().replace(/(.{4})/g, "$1-")]) {
    await page.goto(`${web.url}/join/${typed}`);
  }
  await page.getByLabel("Your name").fill("Tom");
  await page.getByRole("button", { name: "Add your piece" }).click();
  await expect(page.getByRole("heading", { name: "You’re in, Tom" })).toBeVisible();
  await page.getByRole("link", { name: "Tell a story" }).click();
  await page.getByLabel("Your story").fill("You taught me to ride a bike.");
  await page.getByRole("button", { name: "Put it on the board" }).click();
  await expect(page.getByRole("heading", { name: "Thank you, Tom" })).toBeVisible();
  await page.getByRole("link", { name: "Add another person" }).click();
  await expect(page.getByLabel("Your name")).toHaveValue("");
  await page.getByRole("link", { name: "Amberkeep" }).click();
  await expect(page).toHaveURL(/\/\?home/);

  const visitor = new FormClient(web.url);
  for (const path of [link, `${link}/qr.svg`, `${link}/nothing`]) await visitor.send(path, { name: "No token" });
  await query("UPDATE memories SET master_key_id = 99 WHERE id = ?", [board]);
  expect((await page.goto(`${web.url}${link}?another`))?.status()).toBe(500);
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await query("UPDATE memories SET master_key_id = 1 WHERE id = ?", [board]);
  const { headers } = await fetch(`${web.url}/join/${wrong}`);
  expect(headers.get("Referrer-Policy")).toMatch(/^(same|strict)-origin$/);

  for (const { url, referer = "" } of asked) {
    expect(new URL(url).origin).toBe(new URL(web.url).origin);
    expect(referer, url).not.toContain("/join/");
  }
  const reference = headers.get("X-Request-Id") ?? "";
  await expect.poll(() => web.output()).toContain(reference);
  const logged = web.output();
  expect(logged).toContain("/join/…");
  expect(logged).toContain("a request failed");
  const plain = logged.toUpperCase().replace(/[^A-Z0-9]/g, "");
  for (const part of [code, code.slice(0, 9), code.slice(-9)]) expect(plain).not.toContain(part);
});
