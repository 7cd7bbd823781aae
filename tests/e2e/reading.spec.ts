import { jpeg } from "../corpus/photos";
import { deliverLetter, letterFields, sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import {
  type Account,
  enter,
  expect,
  fillLetter,
  linkIn,
  openByCode,
  openSomethingWrong,
  type Page,
  ready,
  test,
  today,
} from "./setup/fixtures";
import type { MailFolder } from "./setup/mailbox";

const WORDS = "Do you still swim in October?";

async function openWithCode(page: Page, from: { link: string; address: string }, mailbox: MailFolder) {
  await openByCode(page, from, mailbox);
  await expect(page.getByRole("article")).toBeVisible();
}

/** Sends a message to the future self, due today, with this many photos. */
async function deliverPhotos(page: Page, account: Account, mailbox: MailFolder, count: number) {
  await enter(page, account);
  await page.goto("/create?type=future-self&step=form");
  await ready(page);
  await fillLetter(page, { title: "To me", message: WORDS, date: today(), hour: "0" });
  const files = await Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `photo-${index + 1}.jpg`,
      mimeType: "image/jpeg",
      buffer: await jpeg(),
    })),
  );
  await page.getByLabel("Photos", { exact: true }).setInputFiles(files);
  if (test.info().project.name === "js") {
    await expect(page.locator(".file").getByText("Upload Complete")).toHaveCount(count);
  }
  await page.getByLabel("Seal it").uncheck();
  await page.getByRole("button", { name: "Schedule Memory" }).last().click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  const mail = await mailbox.waitFor(account.email, (one) => one.text?.includes("/open/") ?? false);
  return { link: linkIn(mail), address: account.email };
}

test("photos can be viewed one by one, with a link back to the letter", async ({
  page,
  visitor,
  open,
  mailbox,
  hasScript,
}) => {
  const letter = await deliverPhotos(page, await open(), mailbox, 4);
  const reader = await visitor();
  await openWithCode(reader, letter, mailbox);
  await expect(reader.getByText(WORDS)).toBeVisible();
  await reader.emulateMedia({ media: "print" });
  await expect(reader.getByRole("img", { name: "Photo 4 of 4" })).toBeVisible();
  await expect(reader.locator("a:visible, button:visible").filter({ hasText: /\w/ })).toHaveCount(0);
  await reader.emulateMedia({ media: "screen" });
  const second = reader.getByRole("link", { name: "Photo 2 of 4" });
  if (!hasScript) {
    await second.click();
    await expect(reader.getByRole("heading", { name: "Photo 2 of 4" })).toBeAttached();
    await reader.getByRole("link", { name: "Next" }).click();
    await reader.getByRole("link", { name: "Next" }).click();
    await expect(reader.getByRole("img", { name: "Photo 4 of 4" })).toBeVisible();
    await expect(reader.getByRole("link", { name: "Next" })).toHaveCount(0);
    await reader.getByRole("link", { name: "Previous" }).click();
    await expect(reader.getByRole("img", { name: "Photo 3 of 4" })).toBeVisible();
    await reader.getByRole("link", { name: "Back to" }).click();
    await expect(reader.getByText(WORDS)).toBeVisible();
    return;
  }
  await second.click();
  const box = reader.getByRole("dialog", { name: "Photos" });
  await expect(box.getByText("2 of 4")).toBeVisible();
  await expect(box.getByRole("group", { name: "Photos" })).toBeFocused();
  await reader.keyboard.press("ArrowRight");
  await expect(box.getByText("3 of 4")).toBeVisible();
  const next = box.getByRole("button", { name: "Next photo" });
  await next.focus();
  await reader.keyboard.press("Enter");
  await expect(box.getByText("4 of 4")).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(next, "at the last photo").toBeFocused();
  await reader.keyboard.press("ArrowLeft");
  await expect(box.getByText("3 of 4")).toBeVisible();
  // Swiping scrolls the strip.
  await box.locator(".lightbox-strip").evaluate((strip) => strip.scrollTo({ left: 0 }));
  await expect(box.getByText("1 of 4")).toBeVisible();
  await reader.keyboard.press("Escape");
  await expect(box).toHaveCount(0);
  await expect(reader.getByRole("link", { name: "Photo 1 of 4" })).toBeFocused();

  await second.click();
  const save = box.getByRole("link", { name: "Save this photo" });
  const file = await save.getAttribute("href");
  await reader.keyboard.press("ArrowRight");
  await expect(save).not.toHaveAttribute("href", file ?? "");
  const [download] = await Promise.all([reader.waitForEvent("download"), save.click()]);
  expect(download.suggestedFilename()).toMatch(/\.jpe?g$/);
  await reader.goBack();
  await expect(box).toHaveCount(0);
  await expect(reader.getByText(WORDS)).toBeVisible();
});

const KINDS = "SELECT kind FROM delivery_events WHERE memory_id = ? ORDER BY id";
const kindsOf = async (id: string) => (await query(KINDS, [id])).map(({ kind }) => kind);

test("a reader can choose a day to be reminded", async ({ page, open, mailbox }) => {
  const letter = await deliverLetter(await open(), mailbox);
  await page.goto(letter.link);
  await openSomethingWrong(page);
  await page.getByRole("link", { name: "Remind me later" }).click();
  const day = page.getByLabel("Day", { exact: true });
  await page
    .locator("form")
    .last()
    .evaluate((form: HTMLFormElement) => form.setAttribute("novalidate", ""));
  await day.fill(new Date().toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Remind me then" }).click();
  await expect(day).toHaveAccessibleDescription(/Please choose a day from/);
  const inAMonth = new Date(Date.now() + 30 * 86_400_000);
  await day.fill(inAMonth.toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Remind me then" }).click();
  await expect(page.getByText("We’ll write to you again on")).toBeVisible();
  const chosen = inAMonth.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  await expect(page.getByText(`We’ll remind you on ${chosen}.`)).toBeVisible();
  await page.getByRole("link", { name: "Choose another day" }).click();
  await expect(page.getByText(`We’ll remind you on ${chosen}, unless you choose another day.`)).toBeVisible();
  expect(await kindsOf(letter.id)).toContain("put_off");
});

test("a reader is told when it ends, and offered no reminder after that", async ({ page, open, mailbox }) => {
  const letter = await deliverLetter(await open(), mailbox);
  const deliveredYearsAgo = (years: number) =>
    query(
      `UPDATE memories SET state = 'delivered', delivered_at = NOW(3) - INTERVAL ${Math.round(years * 365)} DAY WHERE id = ?`,
      [letter.id],
    );
  await deliveredYearsAgo(4);
  await page.goto(`${letter.link}/later`);
  const day = page.getByLabel("Day", { exact: true });
  await expect(day).toHaveAccessibleDescription(/It’s kept until/);
  const threeYearsOn = new Date().getUTCFullYear() + 3;
  expect(Number((await day.getAttribute("max"))?.slice(0, 4))).toBeLessThanOrEqual(threeYearsOn);
  await deliveredYearsAgo(6.9);
  await page.reload();
  await expect(page.getByText("There’s no day left for a reminder")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remind me then" })).toHaveCount(0);
});

test("a reader can allow zooming before and after the code", async ({ page, open, mailbox }) => {
  const letter = await deliverLetter(await open(), mailbox);
  const viewport = page.locator("meta[name=viewport]");
  await page.goto(`${letter.link}?code=sent`);
  await expect(viewport).toHaveAttribute("content", /user-scalable=no/);
  const zoom = page.getByRole("switch", { name: "Allow zoom" });
  await zoom.click();
  await expect(zoom).toBeChecked();
  await expect(page).toHaveURL(/\?code=sent$/);
  await expect(viewport).not.toHaveAttribute("content", /user-scalable/);
  await openWithCode(page, { link: letter.link, address: letter.recipientEmail }, mailbox);
  await expect(viewport).not.toHaveAttribute("content", /user-scalable/);
  await zoom.click();
  await expect(zoom).not.toBeChecked();
  await expect(page.getByRole("article")).toBeVisible();
  await expect(viewport).toHaveAttribute("content", /user-scalable=no/);
});

test("the pages behind a letter's link have no menu and no sign-up link", async ({ page, open, mailbox }) => {
  const letter = await deliverLetter(await open(), mailbox);
  for (const answer of ["", "/later", "/decline", "/block"]) {
    await page.goto(letter.link + answer);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("banner"), answer).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Sign up" }), answer).toHaveCount(0);
  }
});

test("a letter to the wrong person is declined, and can still be opened", async ({ page, visitor, open, mailbox }) => {
  const account = await open();
  const letter = await deliverLetter(account, mailbox);
  await page.goto(letter.link);
  await expect(page.getByText(/ will see that you opened it\.$/)).toBeVisible();
  await expect(page.getByRole("link", { name: /account/ })).toHaveCount(0);
  await openSomethingWrong(page);
  await page.getByRole("link", { name: "This is not for me" }).click();
  await page.getByRole("button", { name: "It’s not for me" }).click();
  await expect(page.getByText("You said this isn’t for you")).toBeVisible();
  const sender = await visitor();
  await enter(sender, account);
  await sender.goto(`/memories/${letter.id}`);
  await expect(sender.getByText(/said no to it\. We won’t write to them about it again/)).toBeVisible();
  await openWithCode(page, { link: letter.link, address: letter.recipientEmail }, mailbox);
  await expect(page.getByText("You said this isn’t for you")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Create a free account" })).toBeVisible();
  await page.getByRole("link", { name: "This is not for me" }).click();
  await page.getByRole("button", { name: "It’s not for me" }).click();
  await expect(page.getByText("You said this isn’t for you")).toBeVisible();
  await page.getByRole("link", { name: "It’s for me after all" }).click();
  await page.getByRole("button", { name: "It’s for me after all" }).click();
  await expect(page.getByText("It’s yours again")).toBeVisible();
  await expect(page.getByText("You said this isn’t for you")).toHaveCount(0);
});

test("a blocked sender cannot reach the recipient until unblocked", async ({ page, open, mailbox }) => {
  const account = await open();
  const letter = await deliverLetter(account, mailbox);
  await page.goto(letter.link);
  await openSomethingWrong(page);
  await page.getByRole("link", { name: `Block ${account.name}` }).click();
  await page.getByRole("link", { name: "write to us" }).click();
  await expect(page.getByLabel("Message")).toHaveValue(/^The page showed the reference \w{24}\./);
  await page.goBack();
  await page.getByRole("button", { name: "Block this sender" }).click();
  await expect(page.getByRole("heading", { name: `You blocked ${account.name}` })).toBeVisible();

  const { recipientEmail } = letter;
  const second = { ...letterFields(), title: "The second one", recipientEmail, date: today(), hour: "0" };
  const id = await sendLetter(account, second);
  await expect.poll(() => kindsOf(id)).toEqual(["scheduled", "due", "blocked", "held"]);

  await page.getByRole("link", { name: "Back" }).click();
  await openSomethingWrong(page);
  await expect(page.getByText(`You blocked ${account.name}: you won’t get anything more from them at`)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Block/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Remind me later" })).toHaveCount(0);
  await page.goto(`${letter.link}/later`);
  await expect(page.getByRole("heading", { name: `You blocked ${account.name}` })).toBeVisible();
  await expect(page.getByLabel("Day", { exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: `Unblock ${account.name}` }).click();
  await page.getByRole("button", { name: "Unblock" }).click();
  await expect(page.getByText("No longer blocked")).toBeVisible();
  await mailbox.waitFor(recipientEmail, (one) => one.text?.includes("The second one") ?? false);
  expect(await kindsOf(id)).toContain("unblocked");
});
