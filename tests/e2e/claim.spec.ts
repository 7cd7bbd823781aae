import { readFile } from "node:fs/promises";
import { type Account, sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, type Page, ready, test } from "./setup/fixtures";

const SECRET = "The key lies under the third stone.";

async function makeCard(page: Page, account: Account, { showsDay }: { showsDay: boolean }) {
  const id = await sendLetter(account, { title: "For Mia at eighteen", message: SECRET });
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  await ready(page);
  await page.getByRole("link", { name: "Make a claim card" }).click();
  if (showsDay) await page.getByLabel(/^Show the day on the card/).check();
  await page.getByRole("button", { name: "Make the card" }).click();
  await expect(page.getByText("Claim card made")).toBeVisible();
  return { id, code: await codeOn(page) };
}

async function codeOn(page: Page): Promise<string> {
  const groups = await page
    .getByRole("article", { name: "The claim card" })
    .locator(".claim-code span")
    .allInnerTexts();
  return groups.join("-");
}

async function type(page: Page, code: string): Promise<void> {
  await page.getByLabel("The code on the card").fill(code);
  await page.getByRole("button", { name: "Open it" }).click();
}

/** Moves the delivery date to now in the database; the next look or the claim follows. */
const makeDue = (id: string) =>
  query("UPDATE memories SET delivery_at = NOW(3) - INTERVAL 1 MINUTE WHERE id = ?", [id]);

test("a refused calendar file says why and keeps the code", async ({ page, visitor, open }) => {
  const { code } = await makeCard(page, await open(), { showsDay: true });
  const child = await visitor();
  await child.goto("/claim");
  await type(child, code);
  const add = child.getByRole("button", { name: "Add the day to your calendar" });
  await expect(add).toBeVisible();
  await child.context().clearCookies({ name: /csrf/ });
  await add.click();
  await expect(child.getByRole("alert")).toContainText("Please allow cookies for this site");
  await expect(child.getByLabel("The code on the card")).toHaveValue(code.replaceAll("-", ""));
  await child.getByRole("button", { name: "Open it" }).click();
  await expect(add).toBeVisible();
});

test("a card opens the letter on its day, and before that shows what its maker allowed", async ({
  page,
  visitor,
  open,
}) => {
  const { id, code } = await makeCard(page, await open(), { showsDay: true });
  expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){4}[2-9A-HJ-NP-Z]{4}$/);
  const card = page.getByRole("article", { name: "The claim card" });
  await expect(card.getByText("June 14, 2044")).toBeVisible();
  for (const secret of ["eighteen", "stone", "Mia"]) await expect(card.getByText(secret)).toHaveCount(0);
  await expect(page.getByText("This browser can show the code again for an hour.")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const lines = (address: HTMLElement) => {
    const range = document.createRange();
    range.selectNodeContents(address);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  };
  expect(await card.locator(".claim-address").evaluate(lines), "lines of the address").toBe(1);

  const child = await visitor();
  await child.goto(`/claim?code=${code.replaceAll("-", "")}`);
  await expect(child).toHaveURL("/claim");
  expect(await child.locator("script").count()).toBe(0);
  await expect(child.getByLabel("The code on the card")).toHaveValue(code);
  await child.getByRole("button", { name: "Open it" }).click();
  await expect(child.getByText("Something is waiting for you")).toBeVisible();
  await expect(child.getByText(/^It opens on June 14, 2044 at 09:00 (in [A-Z]|UTC)/)).toBeVisible();
  expect(await child.content()).not.toContain("eighteen");
  const calendar = child.waitForEvent("download");
  await child.getByRole("button", { name: "Add the day to your calendar" }).click();
  const seed = await readFile(await (await calendar).path(), "utf8");
  expect(seed).toContain("\r\nDTSTART;VALUE=DATE:20440614\r\n");
  for (const secret of ["eighteen", "stone", "Mia", code]) expect(seed).not.toContain(secret);

  await type(child, `${code.slice(0, -1)}${code.endsWith("2") ? "3" : "2"}`);
  await expect(child.getByText("That’s not quite one of our codes.")).toBeVisible();
  await makeDue(id);
  await type(child, code.toLowerCase().replaceAll("-", " "));
  await expect(child.getByText(SECRET)).toBeVisible();
  await child.reload();
  await expect(child.getByText(SECRET)).toBeVisible();
  await expect(child.getByText("the code on the card opens it again")).toBeVisible();
  await expect(child.getByText("in your email")).toHaveCount(0);
  await expect(child.getByRole("link", { name: "Remind me later" })).toHaveCount(0);

  await page.goto(`/memories/${id}`);
  await expect(page.getByText("Someone used the claim card.")).toBeVisible();
  await expect(page.getByText("Mia Berger opened it.")).toBeVisible();
});

test("a silent card shows nothing before the day, and a new card replaces the old one", async ({
  page,
  visitor,
  open,
}) => {
  const { id, code } = await makeCard(page, await open(), { showsDay: false });
  await expect(page.getByRole("article", { name: "The claim card" }).getByText("2044")).toHaveCount(0);
  const child = await visitor();
  await child.goto("/claim");
  const nothing = child.getByText("This code opens nothing right now.");
  await type(child, code);
  await expect(nothing).toBeVisible();

  await page.getByRole("button", { name: "Make a new card" }).click();
  await expect.poll(() => codeOn(page)).not.toBe(code);
  const newer = await codeOn(page);
  await page.reload();
  expect(await codeOn(page)).toBe(newer);
  await makeDue(id);
  await type(child, code);
  await expect(nothing).toBeVisible();
  await type(child, newer);
  await expect(child.getByText(SECRET)).toBeVisible();

  const stranger = await visitor();
  await stranger.goto("/claim");
  await type(stranger, "");
  await expect(stranger.getByText(SECRET)).toHaveCount(0);
});

test("the card fills one sheet of A4 or Letter", async ({ page, open, browserName }) => {
  test.skip(browserName !== "chromium", "Only Chromium prints to a file.");
  await makeCard(page, await open(), { showsDay: true });
  for (const format of ["A4", "Letter"]) {
    const pdf = (await page.pdf({ format, printBackground: true })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("article", { name: "The claim card" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Make a new card" })).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
});
