import { deliverLetter, newPerson, type Person } from "./setup/accounts";
import { query } from "./setup/db";
import { type Account, enter, expect, linkIn, openByCode, type Page, ready, test } from "./setup/fixtures";
import { bounce } from "./setup/mail-service";
import type { MailFolder } from "./setup/mailbox";

const SECRET = "The key lies under the third stone.";
const NO_USER = "550 5.1.1 no such user";

test.use({ expected: /404/ });

async function addContact(page: Page, contact: Person, permissions: string[]): Promise<void> {
  await page.goto("/settings/legacy-contacts");
  await ready(page);
  const form = page.locator("#contact");
  await form.getByLabel("Name").fill(contact.name);
  await form.getByLabel("E-mail", { exact: true }).fill(contact.email);
  await form.getByLabel("Relationship").selectOption("friend");
  for (const permission of permissions) await form.getByLabel(permission).check();
  await form.getByRole("button", { name: "Add contact" }).click();
  await expect(page.getByText("Contact added")).toBeVisible();
}

async function accept(visitor: Page, mailbox: MailFolder, contact: Person): Promise<string> {
  const link = linkIn(await mailbox.waitFor(contact.email, /to be a legacy contact/));
  await visitor.goto(link);
  await visitor.getByRole("button", { name: "Accept" }).click();
  await expect(visitor.getByText("You’ve accepted.")).toBeVisible();
  return link;
}

/** Opens the contact's help link with the mailed code. */
async function openWithCode(visitor: Page, mailbox: MailFolder, contact: Person): Promise<void> {
  const link = linkIn(await mailbox.waitFor(contact.email, /Can you help with something/));
  await openByCode(visitor, { link, address: contact.email }, mailbox);
  await expect(visitor.getByRole("heading", { name: /hasn’t arrived$/ })).toBeVisible();
}

async function heldLetter(anna: Account, mailbox: MailFolder, url: string) {
  const letter = await deliverLetter(anna, mailbox, { message: SECRET });
  await bounce(url, letter.id, NO_USER);
  await expect
    .poll(async () => (await query("SELECT state FROM memories WHERE id = ?", [letter.id]))[0]?.state)
    .toBe("held");
  return letter;
}

test("a contact is added, accepts, and corrects the email of an undelivered letter", async ({
  page,
  baseURL,
  open,
  mailbox,
  visitor,
}) => {
  const anna = await open();
  const eva = newPerson("Eva Sommer");
  const letter = await heldLetter(anna, mailbox, baseURL ?? "");
  await enter(page, anna);
  await page.goto("/dashboard");
  await ready(page);
  await page.getByRole("link", { name: "Add Legacy Contact" }).click();
  await expect(page).toHaveURL(/legacy-contacts/);
  await ready(page);
  await page.getByRole("button", { name: "Add contact" }).click();
  await expect(page.getByText("Missing information")).toBeVisible();
  await expect(page.getByText("Please fill in all required fields.")).toBeVisible();
  await addContact(page, eva, []);
  await expect(page.getByText("Invited", { exact: true })).toBeVisible();

  const reader = await visitor();
  await accept(reader, mailbox, eva);
  await openWithCode(reader, mailbox, eva);
  expect(await reader.content()).not.toContain(letter.title);
  await expect(reader.getByRole("link", { name: "Ask to read it" })).toHaveCount(0);
  await reader.getByRole("link", { name: "Give another address" }).click();
  await ready(reader);
  const field = reader.getByLabel("Email");
  await field.fill(eva.email);
  await reader.getByRole("button", { name: "Send it to this address" }).click();
  await expect(reader.getByText("This is the address of a legacy contact.")).toBeVisible();
  const { email } = newPerson("Mia Berger");
  await field.fill(email);
  await reader.getByRole("button", { name: "Send it to this address" }).click();
  await expect(reader.getByText("The sender has three days to check the address.")).toBeVisible();
  await expect(reader.getByText("We’ve been given another address.")).toBeVisible();
  await expect(reader.getByRole("link", { name: "Give another address" })).toHaveCount(0);

  await mailbox.waitFor(anna.email, /gave another address/);
  await page.goto(`/memories/${letter.id}`);
  await expect(page.getByText("Your legacy contact Eva Sommer gave us another address for Mia Berger.")).toBeVisible();

  await page.goto("/settings/legacy-contacts");
  await page.getByRole("link", { name: "Remove Eva Sommer" }).click();
  await page.getByRole("button", { name: "Remove this contact" }).click();
  await expect(page.getByText("Contact removed")).toBeVisible();
  const gone = await reader.reload();
  expect(gone?.status()).toBe(404);
});

test("a contact may read a letter thirty days after asking, unless the owner stops it", async ({
  page,
  baseURL,
  open,
  mailbox,
  visitor,
}) => {
  const anna = await open();
  const eva = newPerson("Eva Sommer");
  const letter = await heldLetter(anna, mailbox, baseURL ?? "");
  await enter(page, anna);
  await addContact(page, eva, ["View vault content after a delivery failure"]);
  const reader = await visitor();
  await accept(reader, mailbox, eva);
  await openWithCode(reader, mailbox, eva);
  const link = reader.url();
  await reader.getByRole("link", { name: "Ask to read it" }).click();
  await reader.getByRole("button", { name: "Yes, ask" }).click();
  await expect(reader.getByText("You have asked to read it.")).toBeVisible();
  expect((await reader.goto(`${link}/read`))?.status()).toBe(404);

  const notice = await mailbox.waitFor(anna.email, /has asked to read/);
  // As the worker does when the thirty days are over.
  await query(
    "UPDATE legacy_waits SET state = 'open', opens_at = NOW(3) - INTERVAL 1 SECOND, next_step_at = NULL WHERE memory_id = ?",
    [letter.id],
  );
  await reader.goto(link);
  await reader.getByRole("link", { name: "Read it" }).click();
  await expect(reader.getByText(SECRET)).toBeVisible();
  const stranger = await visitor();
  expect((await stranger.goto(`${link}/read`))?.status()).toBe(404);
  await stranger.goto(link);
  await expect(stranger.getByRole("button", { name: "Send me the code" })).toBeVisible();

  await stranger.goto(linkIn(notice));
  await expect(stranger.getByText("Eva Sommer has read it already.")).toBeVisible();
  await reader.reload();
  await expect(reader.getByText(SECRET)).toBeVisible();
  await stranger.getByRole("button", { name: "Stop it" }).click();
  await expect(stranger.getByRole("heading", { name: "It’s stopped" })).toBeVisible();
  expect((await reader.goto(`${link}/read`))?.status()).toBe(404);
  await reader.goto(link);
  await expect(reader.getByText("It stays closed.")).toBeVisible();
  await page.goto(`/memories/${letter.id}`);
  const record = page.getByRole("list").filter({ hasText: "You scheduled this memory." });
  await expect(record).toContainText("Your legacy contact Eva Sommer read it for the first time.");
  await expect(record).toContainText("You stopped it: your legacy contact Eva Sommer can’t read it.");
});

test("an invited contact can decline, and accept later", async ({ page, open, mailbox, visitor }) => {
  const anna = await open();
  const eva = newPerson("Eva Sommer");
  await enter(page, anna);
  await addContact(page, eva, []);
  const reader = await visitor();
  await reader.goto(linkIn(await mailbox.waitFor(eva.email, /to be a legacy contact/)));
  await reader.getByRole("button", { name: "Decline" }).click();
  await expect(reader.getByText("You’ve declined.")).toBeVisible();
  await page.goto("/settings/legacy-contacts");
  await expect(page.getByText("Declined", { exact: true })).toBeVisible();
  await page.getByLabel("Receive a duplicate delivery").first().check();
  await page.getByRole("button", { name: "Save permissions" }).click();
  await expect(page.getByText("Permissions saved")).toBeVisible();
  await expect(page.getByLabel("Receive a duplicate delivery").first()).toBeChecked();
  await reader.reload();
  await reader.getByRole("button", { name: "Accept" }).click();
  await expect(reader.getByText("get a copy of it after 30 days")).toBeVisible();
});
