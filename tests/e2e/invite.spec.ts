import { enter, expect, fillLetter, type Page, ready, test } from "./setup/fixtures";

test.use({ expected: /404/ });

const linkOn = (page: Page) => page.getByLabel("Invite link").inputValue();

test("guests join a board by the link from its form, and its host sees them", async ({
  page,
  visitor,
  open,
  hasScript,
}) => {
  const anna = await open();
  await enter(page, anna);
  await page.goto("/create?type=memory-board&step=form");
  await ready(page);
  const link = await linkOn(page);
  const square = page.getByRole("img", { name: "QR code of the invite link" });
  await expect(square).toHaveAttribute("src", `${new URL(link).pathname}/qr.svg`);
  await square.scrollIntoViewIfNeeded();
  await expect.poll(() => square.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  if (hasScript) {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Link Copied", { exact: true })).toBeVisible();
    await expect(page.getByText("Invite link copied to clipboard!")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  } else {
    await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(0);
  }

  const tom = await visitor();
  expect((await tom.goto(link))?.status()).toBe(404);
  // A refused form keeps its link, which becomes the board's once saved.
  await fillLetter(page, { title: "Otto is eighty", date: "2044-06-14" });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  expect(await linkOn(page)).toBe(link);
  await fillLetter(page, { message: "One picture of him, please." });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();

  await tom.goto(link);
  await expect(tom.getByText(`A memory board by ${anna.name}`)).toBeVisible();
  await expect(tom.getByRole("heading", { name: "Otto is eighty" })).toBeVisible();
  await tom.getByLabel("Your name").fill("Tom");
  await tom.getByRole("button", { name: "Join the board" }).click();
  await expect(tom.getByRole("heading", { name: "You are on the list, Tom" })).toBeVisible();
  await tom.getByLabel("E-mail (optional)").fill("tom@example.org");
  await tom.getByRole("button", { name: "Save" }).click();
  await expect(tom.getByText("We write to you when the board")).toBeVisible();

  await page
    .getByRole("link", { name: /Otto is eighty/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Invite guests, and see who has joined" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "tom@example.org" })).toContainText("Tom");
  expect(await linkOn(page)).toBe(link);
  await ready(page);
  await page.getByRole("link", { name: "Remove Tom" }).click();
  await page.getByRole("button", { name: "Remove this guest" }).click();
  await expect(page.getByText("Guest removed")).toBeVisible();
  await expect(page.getByText("Nobody has joined yet")).toBeVisible();
  await tom.goto(link);
  await expect(tom.getByRole("button", { name: "Join the board" })).toBeVisible();

  await ready(page);
  await page.getByRole("button", { name: "Make a new link" }).click();
  await expect(page.getByText("Invite link made")).toBeVisible();
  expect(await linkOn(page)).not.toBe(link);
  expect((await tom.goto(link))?.status()).toBe(404);
  await expect(tom.getByRole("heading", { name: "This page was never sealed here" })).toBeVisible();
});
