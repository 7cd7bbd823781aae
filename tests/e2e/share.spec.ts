import { jpeg } from "../corpus/photos";
import { deliverLetter, letterFields } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, fillLetter, openLetter, type Page, ready, test, today } from "./setup/fixtures";

const deliveredState = async (id: string) => (await query("SELECT state FROM memories WHERE id = ?", [id]))[0]?.state;

/** Sends a letter with a photo, due at once. Returns its id once it is delivered. */
async function deliverPhoto(page: Page, hasScript: boolean): Promise<{ id: string; message: string }> {
  await openLetter(page);
  const letter = { ...letterFields(), date: today(), hour: "0" };
  await fillLetter(page, letter);
  await page.getByLabel("Photo", { exact: true }).setInputFiles({
    name: "Mia.jpg",
    mimeType: "image/jpeg",
    buffer: await jpeg(),
  });
  if (hasScript) await expect(page.locator(".file").getByText("Upload Complete")).toBeVisible();
  await page.getByRole("button", { name: "Schedule Memory" }).last().click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  const rows = await query("SELECT id FROM memories WHERE recipient_email = ?", [letter.recipientEmail]);
  const id = String(rows[0]?.id);
  await expect.poll(() => deliveredState(id)).toBe("delivered");
  return { id, message: letter.message };
}

async function makeLink(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Make a link" }).click();
  await expect(page.getByText("Link made", { exact: true })).toBeVisible();
  const url = await page
    .getByLabel(/^Link made/)
    .first()
    .inputValue();
  return new URL(url).pathname;
}

test("a delivered vault is shared until its link is revoked", async ({ page, visitor, open, hasScript }) => {
  await enter(page, await open());
  const { id, message } = await deliverPhoto(page, hasScript);
  await page.goto(`/memories/${id}`);
  await ready(page);
  await page.getByRole("link", { name: "Share" }).click();
  await ready(page);
  await page.getByLabel("Last day (optional)").fill("2020-01-01");
  await page.getByRole("button", { name: "Make a link" }).click();
  await expect(page.getByText("Please choose today or a later day.")).toBeVisible();
  await page.getByLabel("Last day (optional)").fill("2044-06-14");
  const path = await makeLink(page);
  await expect(page.getByText("It works until the end of June 14, 2044.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(hasScript ? 1 : 0);

  const stranger = await visitor();
  const answer = await stranger.goto(path);
  expect(answer?.headers()["x-robots-tag"]).toContain("noindex");
  await expect(stranger.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await expect(stranger.getByText(message)).toBeVisible();
  const photo = stranger.getByRole("main").getByRole("img");
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const src = (await photo.getAttribute("src")) ?? "";
  expect((await stranger.request.get(src.replace(/share=[^&]+&?/, ""))).status()).toBe(404);

  await page.getByRole("button", { name: "Turn off this link" }).click();
  await expect(page.getByText("Link turned off")).toBeVisible();
  expect((await stranger.goto(path))?.status()).toBe(404);
  expect((await stranger.request.get(src)).status()).toBe(404);
  await expect(page.getByLabel(/^Link made/)).toHaveCount(0);
});

test("a recipient shares a received vault, and the sender can revoke the link", async ({
  page,
  visitor,
  open,
  mailbox,
}) => {
  const anna = await open();
  const letter = await deliverLetter(anna, mailbox, { recipientName: "Mia" });
  await expect.poll(() => deliveredState(letter.id)).toBe("delivered");
  const mia = await open({ person: { name: "Mia Berger", email: letter.recipientEmail, password: "Kept-4-Leo" } });
  await enter(page, mia);
  await page.goto(letter.link);
  await page.getByRole("button", { name: "Open it" }).click();
  await page.getByRole("link", { name: "Share" }).click();
  await ready(page);
  const path = await makeLink(page);
  const sender = await visitor();
  await enter(sender, anna);
  await sender.goto(path);
  await expect(sender.getByText(letter.message)).toBeVisible();
  await sender.goto(`/memories/${letter.id}/share`);
  await ready(sender);
  await expect(sender.getByText(/^Link made .* by Mia$/)).toBeVisible();
  await sender.getByRole("button", { name: "Turn off this link" }).click();
  await expect(sender.getByText("Link turned off")).toBeVisible();
  expect((await sender.goto(path))?.status()).toBe(404);
  const stranger = await visitor();
  await enter(stranger, await open());
  expect((await stranger.goto(`/memories/${letter.id}/share`))?.status()).toBe(404);
});
