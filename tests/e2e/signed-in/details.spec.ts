import { readFile } from "node:fs/promises";
import { sendLetter } from "../setup/accounts";
import { query } from "../setup/db";
import { enter, expect, ready, test } from "../setup/fixtures";

const stateOf = async (id: string) => (await query("SELECT state FROM memories WHERE id = ?", [id]))[0]?.state;

test("a vault is sealed after a confirmation, and its content is hidden", async ({ page, open }) => {
  const account = await open();
  const id = await sendLetter(account, { title: "On your wedding day", message: "the secret" });
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  await ready(page);
  await expect(page.getByText("the secret")).toBeVisible();
  await expect(page.locator(".vault-when")).toContainText("June 14, 2044");
  await expect(page.locator(".vault-when")).toContainText("09:00 UTC");
  await page.getByRole("link", { name: "Seal it" }).click();
  await page.getByRole("link", { name: "Leave it open" }).click();
  await page.getByRole("link", { name: "Seal it" }).click();
  await expect(page.getByRole("heading", { name: "Seal “On your wedding day”?" })).toBeVisible();
  await page.getByRole("button", { name: "Seal it" }).click();
  await expect(page.getByText("Memory sealed")).toBeVisible();
  await expect(page.getByText("the secret")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Edit Memory" })).toHaveCount(0);
  expect(await stateOf(id)).toBe("sealed");
  // Its closed envelope says it, and nothing else does.
  await expect(page.getByText(/not even you/)).toHaveCount(1);
  await expect(page.locator(".vault-table .back-name")).toHaveText("Mia Berger");
});

test("a vault's actions are in groups, and cancelling stands alone", async ({ page, open }) => {
  const account = await open();
  const id = await sendLetter(account);
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  const group = (name: string) =>
    page.locator(".vault-actions > div").filter({ has: page.getByRole("heading", { name, exact: true }) });
  await expect(group("Before its day").getByRole("link")).toHaveText(["Show me exactly what they will get", "Seal it"]);
  await expect(group("Address").getByRole("link", { name: "Change where it goes" })).toBeVisible();
  await expect(group("Keep").getByRole("link", { name: "Add the day to your calendar" })).toBeVisible();
  await expect(page.locator(".vault-end").getByRole("link")).toHaveText("Cancel this vault");
  await expect(page.locator(".record li").last()).toContainText("It goes to Mia Berger.");
});

test("the postmark is beside the title where there is room", async ({ page, open }) => {
  const account = await open();
  const id = await sendLetter(account);
  await enter(page, account);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/memories/${id}`);
  const franking = page.locator(".details-head .franking");
  const [mark, title] = [await franking.boundingBox(), await page.getByRole("heading", { level: 1 }).boundingBox()];
  expect(mark?.x ?? 0).toBeGreaterThan(900);
  expect((mark?.y ?? 0) + (mark?.height ?? 0)).toBeGreaterThan(title?.y ?? 0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(franking).toBeHidden();
});

test("an address is not broken in the middle", async ({ page, open }) => {
  const account = await open();
  const email = "noor@amberkeep.example.org";
  const id = await sendLetter(account, { recipientName: "Noor Hadad", recipientEmail: email });
  await enter(page, account);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ["", "/seal", "/cancel"]) {
      await page.goto(`/memories/${id}${path}`);
      const lines = await page.getByRole("main").evaluate((main, address) => {
        const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const start = node.textContent?.indexOf(address) ?? -1;
          if (start < 0) continue;
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, start + address.length);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        }
        return 0;
      }, email);
      expect(lines, `${path} at ${width} px`).toBe(1);
    }
  }
});

test("a held vault waits for an address, and offers no replies", async ({ page, open }) => {
  const account = await open();
  const id = await sendLetter(account);
  await query("UPDATE memories SET state = 'held' WHERE id = ?", [id]);
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  await expect(page.locator(".vault-when .badge")).toHaveText("Waiting for an address");
  await expect(page.getByRole("link", { name: "Replies" })).toHaveCount(0);
});

test("a vault is cancelled after a confirmation, and its slot is free again", async ({ page, open }) => {
  const account = await open({ vaultLimit: 1 });
  const id = await sendLetter(account, { title: "Not after all" });
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  await ready(page);
  await page.getByRole("link", { name: "Cancel this vault" }).click();
  await page.getByRole("button", { name: "Cancel this vault" }).click();
  await expect(page.getByText("Vault cancelled")).toBeVisible();
  await expect(page.getByText("Vault Limit Reached")).toHaveCount(0);
  expect(await stateOf(id)).toBe("cancelled");
  await page.goto(`/memories/${id}`);
  await expect(page.getByText("It won’t be delivered. Its text and files are deleted.")).toBeVisible();
});

test("the date can be added to a calendar", async ({ page, open }) => {
  const account = await open();
  const id = await sendLetter(account, { title: "On your wedding day" });
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  await ready(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Add the day to your calendar" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("amberkeep-2044-06-14.ics");
  expect(await readFile(await download.path(), "utf8")).toContain("DTSTART;VALUE=DATE:20440614");
});
