import { randomInt } from "node:crypto";
import { deliverLetter, newPerson, sendLetter, today } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, fillLetter, linkIn, openByCode, openLetter, ready, test } from "./setup/fixtures";
import { bounce } from "./setup/mail-service";

const SECRET = "The key lies under the third stone.";

test("a bounced letter goes to the second email, which can open it", async ({
  page,
  baseURL,
  open,
  mailbox,
  visitor,
}) => {
  const anna = await open();
  const [first, second] = [newPerson("Mia").email, newPerson("Mia").email];
  await enter(page, anna);
  await openLetter(page);
  await page.getByText("If we can’t reach them").click();
  await page.getByLabel("Second e-mail (optional)").fill("mia at home");
  await page.getByLabel("Backup contact (optional)").fill("Ben");
  await fillLetter(page, {
    title: "For the second time",
    recipientName: "Mia",
    recipientEmail: first,
    message: SECRET,
    date: today(),
    hour: "0",
  });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByText("Please provide an email address for the backup contact.")).toBeVisible();
  await expect(page.getByLabel("Second e-mail (optional)")).toHaveValue("mia at home");
  await expect(page.getByLabel("Backup contact (optional)")).toHaveValue("Ben");
  await page.getByLabel("Second e-mail (optional)").fill(second);
  await page.getByLabel("Backup contact’s e-mail").fill(newPerson("Ben").email);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  await mailbox.waitFor(first, /kept something for you/);
  const [vault] = await query("SELECT id FROM memories WHERE user_id = ?", [anna.id]);
  const id = String(vault?.id);

  await bounce(baseURL ?? "", id, "550 no such user");
  const told = await mailbox.waitFor(anna.email, /We’re trying another way/);
  expect(told.text).toMatch(/sent\s+it\s+to\s+the\s+second\s+address\s+you\s+gave\s+us/);
  const mail = await mailbox.waitFor(second, /kept something for you/);
  const reader = await visitor();
  await openByCode(reader, { link: linkIn(mail), address: second }, mailbox);
  await expect(reader.getByText(SECRET)).toBeVisible();

  await page.goto(`/memories/${id}`);
  const record = page.getByRole("list").filter({ hasText: "You scheduled this memory." });
  await expect(record).toContainText("We sent it to the second address you gave for Mia.");
  await expect(record).toContainText("Mia opened it.");
});

test("a letter to a dead email is announced by text message and opened with a code by text message", async ({
  page,
  baseURL,
  open,
  mailbox,
  visitor,
}) => {
  const anna = await open();
  const phone = `+49151${randomInt(10_000_000, 99_999_999)}`;
  const letter = await deliverLetter(anna, mailbox, { recipientPhone: phone, message: SECRET });
  await bounce(baseURL ?? "", letter.id, "550 no such user");
  const told = await mailbox.waitFor(anna.email, /We’re trying another way/);
  expect(told.text).toMatch(/sent\s+a\s+text\s+message\s+to\s+the\s+number\s+you\s+gave\s+us/);

  const link = linkIn(await mailbox.waitFor(phone, ({ text }) => text?.includes("/open/") ?? false));
  const reader = await visitor();
  await openByCode(reader, { link, address: phone }, mailbox);
  await expect(reader.getByText(SECRET)).toBeVisible();
  await expect(reader.getByText("Code sent")).toHaveCount(0);

  await reader.getByRole("link", { name: `Write to ${anna.name}` }).click();
  await ready(reader);
  await expect(reader.getByText(`we’ll text you at …${phone.slice(-2)}`)).toBeVisible();
  await reader.getByLabel(`Your words to ${anna.name}`).fill("I found it.");
  await reader.getByRole("button", { name: "Send reply" }).click();
  await expect(reader.getByText("Reply sent")).toBeVisible();

  await enter(page, anna);
  await page.goto(`/memories/${letter.id}/replies`);
  await ready(page);
  await page.getByLabel("Your words to Mia Berger").fill("Good!");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("We’ve let Mia know by text message.")).toBeVisible();
  const answered = await mailbox.waitFor(phone, ({ text }) => text?.includes("answered you") ?? false);
  expect(linkIn(answered)).toBe(link);

  await page.goto(`/memories/${letter.id}`);
  const record = page.getByRole("list").filter({ hasText: "You scheduled this memory." });
  await expect(record).toContainText("We sent a text message to the number you gave for Mia Berger.");
  await expect(record).toContainText("Mia Berger opened it.");
});

test("a backup contact is asked and gives another email, which the sender stops", async ({
  page,
  baseURL,
  open,
  mailbox,
  visitor,
}) => {
  const anna = await open();
  const letter = await deliverLetter(anna, mailbox, { backupName: "Ben", backupEmail: newPerson("Ben").email });
  const [kept] = await query("SELECT backup_email AS ben FROM memories WHERE id = ?", [letter.id]);
  const ben = kept?.ben;
  await bounce(baseURL ?? "", letter.id, "550 no such user");
  await enter(page, anna);
  await mailbox.waitFor(anna.email, /We’re trying another way/);
  await page.goto(`/memories/${letter.id}`);
  await expect(page.getByText("We asked Ben for a better address.")).toBeVisible();

  const asked = await mailbox.waitFor(String(ben), /Can you help us reach/);
  expect(asked.text).not.toContain(letter.title);
  const helper = await visitor();
  await helper.goto(linkIn(asked));
  await ready(helper);
  await expect(helper.getByRole("heading", { name: "How can we reach Mia Berger?" })).toBeVisible();
  const better = newPerson("Mia").email;
  await helper.getByLabel("An email address for Mia Berger").fill(String(ben));
  await helper.getByRole("button", { name: "Write to this address" }).click();
  await expect(helper.getByText("This is your own address.")).toBeVisible();
  await helper.getByLabel("An email address for Mia Berger").fill(better);
  await helper.getByRole("button", { name: "Write to this address" }).click();
  await expect(helper.getByRole("heading", { name: "Thank you" })).toBeVisible();

  const told = await mailbox.waitFor(anna.email, /gave another address/);
  expect(told.text).toContain(better);
  await page.goto(`/memories/${letter.id}`);
  await expect(page.getByText(`Ben gave us another address for Mia Berger: ${better}.`)).toBeVisible();
  await page.getByRole("link", { name: "Stop this address" }).click();
  await expect(page.getByRole("heading", { name: "Stop this address?" })).toBeVisible();
  await expect(page).toHaveURL(linkIn(told));
  const sender = await visitor();
  await sender.goto(linkIn(told));
  await expect(sender.getByRole("heading", { name: "Stop this address?" })).toBeVisible();
  await expect(sender.getByText(better)).toBeVisible();
  await sender.getByRole("button", { name: "Stop it" }).click();
  await expect(sender.getByText("We won’t send anything to that address.", { exact: true })).toBeVisible();
  await expect(sender.getByRole("heading", { name: "It’s stopped" })).toBeVisible();
  await page.goto(`/memories/${letter.id}`);
  await expect(page.getByText("Your backup contact gave us another address for Mia Berger.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Stop this address" })).toHaveCount(0);
  await expect(
    page.getByText("You stopped it: we won’t send anything to the address that your backup contact"),
  ).toBeVisible();
});

test("the backup contact of a sealed vault can still be changed", async ({ page, open }) => {
  const anna = await open();
  const id = await sendLetter(anna);
  await anna.client.post(`/memories/${id}/seal`, {});
  await enter(page, anna);
  await page.goto(`/memories/${id}`);
  await page.getByRole("link", { name: "Change where it goes" }).click();
  await ready(page);
  await page.getByText("If we can’t reach them").click();
  await page.getByLabel("Backup contact (optional)").fill("Ben");
  await page.getByLabel("Backup contact’s e-mail").fill("ben@example.org");
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByText("We’ll use it when its day comes.")).toBeVisible();
  expect(await query("SELECT backup_name, state FROM memories WHERE id = ?", [id])).toEqual([
    { backup_name: "Ben", state: "sealed" },
  ]);
});
