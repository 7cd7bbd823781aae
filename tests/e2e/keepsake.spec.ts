import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { unpack } from "../factories/unpack";
import { sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, ready, test } from "./setup/fixtures";
import { leftOf } from "./setup/left-of";

test("a keepsake opens from the disk without a network", async ({ page, visitor, sample }) => {
  const deliveryId = sample.opening.split("/").at(-1)?.split(".")[0];
  const [row] = await query("SELECT memory_id FROM deliveries WHERE id = ?", [deliveryId]);
  await page.context().addCookies(sample.reader.cookies());
  await page.goto(sample.opening);
  await ready(page);
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download", exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(`${title}.zip`);

  const folder = test.info().outputPath("kept");
  for (const [path, content] of await unpack(readFileSync(await download.path()))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const elsewhere = await visitor();
  await elsewhere.context().setOffline(true);
  const asked: string[] = [];
  elsewhere.on("request", (request) => asked.push(new URL(request.url()).protocol));
  await elsewhere.goto(pathToFileURL(join(folder, "index.html")).href);
  await expect(elsewhere.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const photo = elsewhere.getByRole("img");
  expect(await photo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1080);
  const fonts = await elsewhere.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].flatMap(({ family, status }) => (status === "loaded" ? [family] : [])).sort();
  });
  expect([...new Set(fonts)]).toEqual(["Figtree", "Fraunces", "Literata"]);
  await elsewhere.setViewportSize({ width: 320, height: 640 });
  const isWhole = await elsewhere.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  expect(isWhole, "a phone shows it without scrolling aside").toBe(true);
  await elsewhere.setViewportSize({ width: 1280, height: 400 });
  const [shown, taken] = await photo.evaluate((image: HTMLImageElement) => [
    image.offsetWidth / image.offsetHeight,
    image.naturalWidth / image.naturalHeight,
  ]);
  expect(shown, "the shape of the photo").toBeCloseTo(taken ?? 0, 1);
  await elsewhere.emulateMedia({ media: "print", colorScheme: "dark" });
  const paper = await elsewhere.evaluate(() => getComputedStyle(document.body).color);
  expect(paper, "dark ink, as paper is always light").toBe("rgb(46, 33, 24)");
  await elsewhere.emulateMedia({ media: null, colorScheme: null });
  await elsewhere.getByRole("link", { name: /^Full size/ }).click();
  await expect(elsewhere).toHaveURL(/\/files\/01%20.*\.jpg$/);
  await expect(elsewhere.getByRole("img")).toBeVisible();
  expect(asked.filter((protocol) => protocol !== "file:" && protocol !== "data:")).toEqual([]);

  await page.context().clearCookies();
  await page.getByRole("link", { name: "Download", exact: true }).click();
  await expect(page.getByRole("button", { name: "Open it" })).toBeVisible();

  const stranger = await visitor();
  const refused = await stranger.request.get(`/memories/${row?.memory_id}/keepsake`);
  expect(refused.status()).toBe(404);
});

test("each line of a letter has its own direction, in a keepsake too", async ({ page, open }) => {
  const anna = await open();
  const id = await sendLetter(anna, { message: "Dear Dana,\nשלום!" });
  await enter(page, anna);
  await page.goto(`/memories/${id}`);
  const letter = page.getByText("Dear Dana,");
  expect(await leftOf(letter, "!")).toBeLessThan(await leftOf(letter, "שלום"));
  const archive = await page.request.get(`/memories/${id}/keepsake`);
  await page.goto("about:blank");
  await page.setContent((await unpack(await archive.body())).get("index.html")?.toString() ?? "");
  expect(await leftOf(letter, "!")).toBeLessThan(await leftOf(letter, "שלום"));
});
