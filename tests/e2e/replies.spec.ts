import type { Email } from "postal-mime";
import { phoneJpeg } from "../corpus/photos";
import { deliverLetter } from "./setup/accounts";
import { query } from "./setup/db";
import { codeIn, enter, enterCode, expect, linkIn, openByCode, type Page, ready, test } from "./setup/fixtures";
import type { MailFolder } from "./setup/mailbox";

const PHOTO = { name: "Leo.jpg", mimeType: "image/jpeg" };

async function openLetter(
  page: Page,
  { link, recipientEmail }: { link: string; recipientEmail: string },
  mailbox: MailFolder,
) {
  await openByCode(page, { link, address: recipientEmail }, mailbox);
  await expect(page.locator(".letter-text").first()).toBeVisible();
}

async function choosePhoto(page: Page, hasScript: boolean): Promise<void> {
  await page.getByLabel("Photos").setInputFiles({ ...PHOTO, buffer: await phoneJpeg() });
  if (!hasScript) return;
  await expect(page.locator(".file").getByText("Upload Complete")).toBeVisible();
  await page.getByLabel("What is in the picture?").fill("Leo on the swing");
}

test("a reader without an account replies with a photo, and the sender answers", async ({
  page,
  visitor,
  open,
  mailbox,
  hasScript,
}) => {
  const anna = await open();
  const letter = await deliverLetter(anna, mailbox, { recipientName: "Mia" });
  await openLetter(page, letter, mailbox);
  await page.goto(`${letter.link}/share`);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("banner")).toHaveCount(0);
  await page.goto(letter.link);
  await page.getByRole("link", { name: `Write to ${anna.name}` }).click();
  await ready(page);
  await expect(page.getByRole("banner")).toHaveCount(0);
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("Please write something, or add a photo, a video or a recording.")).toBeVisible();
  await page.getByLabel(`Your words to ${anna.name}`).fill("I laughed and cried.\nHere is Leo.");
  await choosePhoto(page, hasScript);
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("Reply sent")).toBeVisible();
  await expect(page.getByText(`We’ve let ${anna.name.split(" ")[0]} know by email.`)).toBeVisible();
  await expect(page.locator(".reply")).toContainText("I laughed and cried.");
  await expect(page.getByLabel(`Your words to ${anna.name}`)).toHaveValue("");
  await page.getByRole("link", { name: "See Original" }).click();
  await expect(page.getByRole("heading", { name: "What you wrote to each other" })).toBeVisible();

  const mail = await mailbox.waitFor(anna.email, /wrote back/);
  expect(mail.text).not.toContain("laughed");
  const sender = await visitor();
  await enter(sender, anna);
  await sender.goto("/activity");
  await ready(sender);
  await sender.getByRole("link", { name: "Replies 1" }).click();
  const item = sender.locator("[data-item]");
  await expect(item).toContainText("Mia");
  await expect(item).toContainText("I laughed and cried. Here is Leo.");
  await expect(item).toContainText("Replied today");
  await item.getByRole("link", { name: "See Original" }).click();
  await expect(sender.getByRole("heading", { name: letter.title })).toBeVisible();
  await sender.getByRole("link", { name: "Replies", exact: true }).click();
  await ready(sender);
  const photo = sender.locator(".reply img");
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  if (hasScript) await expect(photo).toHaveAttribute("alt", "Leo on the swing");
  await sender.getByLabel("Your words to Mia").fill("He has your chin.");
  await sender.getByRole("button", { name: "Send reply" }).click();
  await expect(sender.getByText("We’ve let Mia know by email.")).toBeVisible();

  const answer = await mailbox.waitFor(letter.recipientEmail, /answered you/);
  expect(answer.text).not.toContain("chin");
  expect(answer.text).toContain(letter.link);
  await page.goto(letter.link);
  await expect(page.locator(".reply").filter({ hasText: "He has your chin." })).toContainText(anna.name);

  await page.getByRole("link", { name: `Write to ${anna.name}` }).click();
  await ready(page);
  await page.getByLabel("Your words").fill("And your nose.");
  await sender.getByRole("button", { name: "Close this conversation" }).click();
  await expect(sender.getByText("You closed this conversation")).toBeVisible();
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByRole("alert")).toContainText("this conversation has been closed");
  await expect(page.getByLabel("Your words")).toHaveValue("And your nose.");
  await sender.getByRole("button", { name: "Open it again" }).click();
  await expect(sender.getByLabel("Your words to Mia")).toBeVisible();
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.locator(".reply").filter({ hasText: "And your nose." })).toBeVisible();

  const stranger = await visitor();
  const src = await photo.getAttribute("src");
  expect((await page.request.get(src ?? "")).status()).toBe(200);
  expect((await stranger.request.get(src ?? "")).status()).toBe(404);
  await stranger.goto(`${letter.link}/replies`);
  await expect(stranger.getByRole("button", { name: "Open it" })).toBeVisible();
});

test("a reply that took longer than the letter was open is kept until it is open again", async ({
  page,
  open,
  mailbox,
}) => {
  const anna = await open();
  const letter = await deliverLetter(anna, mailbox, { recipientName: "Mia" });
  await openLetter(page, letter, mailbox);
  const code = codeIn(await mailbox.waitFor(letter.recipientEmail, /is your code/));
  await page.goto(`${letter.link}/replies`);
  await ready(page);
  await page.getByLabel("Your words").fill("I laughed and cried.");
  await query("DELETE r FROM reading_sessions r JOIN deliveries d ON d.id = r.delivery_id WHERE d.memory_id = ?", [
    letter.id,
  ]);
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByRole("alert")).toContainText("the letter is no longer open in this browser");
  await expect(page.getByLabel("Your words")).toHaveValue("I laughed and cried.");

  const opening = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Open the letter again" }).click();
  const tab = await opening;
  await tab.getByRole("button", { name: "Open it" }).click();
  await expect(tab.getByText("Code sent")).toBeVisible();
  const isNew = (mail: Email) => /is your code/.test(mail.subject ?? "") && codeIn(mail) !== code;
  await enterCode(tab, codeIn(await mailbox.waitFor(letter.recipientEmail, isNew)));
  await expect(tab.locator(".letter-text").first()).toBeVisible();
  await tab.close();
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("Reply sent")).toBeVisible();
  await expect(page.locator(".reply")).toContainText("I laughed and cried.");
});

test("a reply of someone who was logged out is kept until they log in again", async ({ page, open, mailbox }) => {
  const anna = await open();
  const letter = await deliverLetter(anna, mailbox, { recipientName: "Mia" });
  const mia = await open({ person: { name: "Mia Berger", email: letter.recipientEmail, password: "Kept-4-Leo" } });
  await enter(page, mia);
  await page.goto(letter.link);
  await page.getByRole("button", { name: "Open it" }).click();
  await page.goto(`/memories/${letter.id}/replies`);
  await ready(page);
  await page.getByLabel("Your words").fill("Thank you.");
  await query("DELETE s FROM sessions s JOIN profiles p ON p.id = s.user_id WHERE p.email = ?", [mia.email]);
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByRole("alert")).toContainText("you’re no longer logged in");
  const opening = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Log in again" }).click();
  const tab = await opening;
  await tab.getByLabel("Email").fill(mia.email);
  await tab.getByLabel("Password").fill(mia.password);
  await tab.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(tab).toHaveURL(/\/replies/);
  await tab.close();
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByRole("alert")).toContainText("Nothing is lost: please send it again.");
  await expect(page.getByLabel("Your words")).toHaveValue("Thank you.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("Reply sent")).toBeVisible();
});

test("a recipient with an account finds the reply and answers it", async ({ page, visitor, open, mailbox }) => {
  const anna = await open();
  const letter = await deliverLetter(anna, mailbox, { recipientName: "Mia" });
  const mia = await open({ person: { name: "Mia Berger", email: letter.recipientEmail, password: "Kept-4-Leo" } });
  await enter(page, mia);
  await page.goto(`/memories/${letter.id}`);
  await page.getByRole("button", { name: "Open it" }).click();
  await page.getByRole("link", { name: `Write to ${anna.name}` }).click();
  await ready(page);
  await page.getByLabel(`Your words to ${anna.name}`).fill("Thank you.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("Reply sent")).toBeVisible();
  const sender = await visitor();
  await enter(sender, anna);
  await sender.goto("/activity?tab=replies");
  await ready(sender);
  await sender.getByRole("link", { name: "Reply to Mia" }).click();
  await sender.getByLabel("Your words to Mia").fill("Come and visit.");
  await sender.getByRole("button", { name: "Send reply" }).click();
  await expect(sender.getByText("Reply sent")).toBeVisible();

  await page.goto("/activity?tab=replies");
  await ready(page);
  await expect(page.locator("[data-item]")).toContainText("Come and visit.");
  await page.getByRole("link", { name: "See Original" }).click();
  await expect(page.getByText("Come and visit.")).toBeVisible();
  await page.getByRole("link", { name: `Write to ${anna.name}` }).click();
  await ready(page);
  await page.getByLabel(`Your words to ${anna.name}`).fill("In June.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.locator(".reply")).toHaveCount(3);
});

test("a recipient who blocked the sender is told that they cannot answer", async ({ page, visitor, open, mailbox }) => {
  const anna = await open();
  const letter = await deliverLetter(anna, mailbox, { recipientName: "Mia" });
  await openLetter(page, letter, mailbox);
  await page.goto(`${letter.link}/block`);
  await page.getByRole("button", { name: "Block this sender" }).click();
  await page.goto(`${letter.link}/replies`);
  await ready(page);
  await expect(page.getByText(/your reply will reach them, but they can’t answer/)).toBeVisible();
  await page.getByLabel(`Your words to ${anna.name}`).fill("Please don’t write again.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("Reply sent")).toBeVisible();
  const mail = await mailbox.waitFor(anna.email, /wrote back/);
  expect(mail.text?.replace(/\s+/g, " ")).toContain("so you can’t answer.");
  const sender = await visitor();
  await enter(sender, anna);
  await sender.goto(linkIn(mail));
  await expect(sender.getByText("You can no longer reply")).toBeVisible();

  await page.getByRole("link", { name: `Unblock ${anna.name}` }).click();
  await page.getByRole("button", { name: "Unblock" }).click();
  await expect(page.getByText("No longer blocked")).toBeVisible();
  await sender.reload();
  await expect(sender.getByLabel("Your words to Mia")).toBeVisible();
});
