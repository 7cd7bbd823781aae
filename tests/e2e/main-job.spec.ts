import {
  enterCode,
  expect,
  fillLetter,
  linkIn,
  logIn,
  logOut,
  signUpOnPage,
  test,
  today,
  verifyOnPage,
  writeLetter,
} from "./setup/fixtures";

const VERSE = [
  "Liebe Mia, chère Mia, 親愛なるミア 👩‍👧‍👦",
  "",
  "שלום מיה, مرحبا يا ميا",
  `<script>alert("no")</script> & 'quotes'`,
  "    an indented line",
].join("\n");
/** 20,000 characters of text that is easily corrupted. */
const LETTER = `${VERSE}\n\n`.repeat(Math.ceil(20_000 / (VERSE.length + 2))).trimEnd();

test("a letter is written, delivered and opened", async ({ page, visitor, mailbox, person }) => {
  const mia = { name: "Mia Berger", email: person.email.replace("anna", "mia") };
  const title = "On your <wedding> day & after";
  await signUpOnPage(page, person);
  await expect(page.getByText("Please confirm your address")).toBeVisible();
  await verifyOnPage(page, mailbox, person);

  await writeLetter(page, {
    title,
    recipientName: mia.name,
    recipientEmail: mia.email,
    message: LETTER,
    date: "2044-06-14",
  });
  await page.getByRole("link", { name: "See all your vaults" }).click();
  const card = page.getByRole("article").filter({ hasText: title });
  await expect(card).toContainText("To Mia Berger");
  await card.getByRole("link").click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText("June 14, 2044", { exact: false }).first()).toBeVisible();

  await page.getByRole("link", { name: "Edit Memory" }).click();
  await expect(page.getByLabel("Message")).toHaveValue(LETTER);
  await fillLetter(page, { date: today(), hour: "0" });
  await page.getByRole("button", { name: "Update Memory" }).click();
  await expect(page.getByText("Your memory has been updated successfully.")).toBeVisible();

  const mail = await mailbox.waitFor(mia.email, /Anna Berger/);
  expect(mail.html).toContain("Anna Berger");
  const reader = await visitor();
  await reader.goto(linkIn(mail));
  await expect(reader.getByRole("heading", { name: "Anna kept this for you" })).toBeVisible();
  expect(await reader.content()).not.toContain("親愛なるミア");
  await reader.getByRole("button", { name: "Open it" }).click();
  const code = await mailbox.waitFor(mia.email, /\d{6}/);
  await enterCode(reader, /\d{6}/.exec(code.subject ?? "")?.[0] ?? "");
  await expect(reader.getByRole("heading", { name: title })).toBeVisible();
  expect(await reader.locator(".letter-text").textContent()).toBe(LETTER);

  await page.goto("/dashboard?tab=delivered");
  await page.getByRole("article").filter({ hasText: title }).getByRole("link").click();
  await expect(page.getByText("Mia Berger opened it.")).toBeVisible();
  await expect(page.getByText("Delivered.", { exact: true })).toBeVisible();
});

test("a user with a verified email finds the letter after logging in", async ({ page, mailbox, person }) => {
  const mia = { ...person, name: "Mia Berger", email: person.email.replace("anna", "mia") };
  await signUpOnPage(page, person);
  await verifyOnPage(page, mailbox, person);
  await writeLetter(page, {
    title: "For Mia",
    recipientName: mia.name,
    recipientEmail: mia.email,
    message: "Dear Mia",
    date: today(),
    hour: "0",
  });
  await mailbox.waitFor(mia.email, /Anna Berger/);
  await logOut(page);

  await signUpOnPage(page, mia);
  await expect(page.getByText("For Mia")).toHaveCount(0);
  await verifyOnPage(page, mailbox, mia);
  await page.getByRole("link", { name: "For Mia" }).click();
  await expect(page.getByText("Anna will see that you opened it.")).toBeVisible();
  await page.getByRole("button", { name: "Open it" }).click();
  await expect(page.getByText("Dear Mia")).toBeVisible();
  await page.context().clearCookies();
  await logIn(page, mia);
});
