import { deliverLetter, newPerson } from "./setup/accounts";
import { enter, expect, linkIn, ready, test } from "./setup/fixtures";
import { bounce } from "./setup/mail-service";

test.use({ expected: /404/ });

test("a bounced letter is sent to another email by its sender", async ({ page, baseURL, open, mailbox, visitor }) => {
  const anna = await open();
  const letter = await deliverLetter(anna, mailbox);
  await bounce(baseURL ?? "", letter.id, `550 5.1.1 <${letter.recipientEmail}> no such user`);

  const notice = await mailbox.waitFor(anna.email, /Not delivered yet/);
  expect(notice.text).toContain("550 5.1.1 … no such user");
  await enter(page, anna);
  await page.goto(linkIn(notice));
  await ready(page);
  const field = page.getByLabel("Email");
  await expect(field).toHaveValue(letter.recipientEmail);
  await field.fill("mia at example");
  await page.getByRole("button", { name: "Send it to this address" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(field).toHaveValue("mia at example");

  const { email } = newPerson("Mia Berger");
  await field.fill(email);
  await page.getByRole("button", { name: "Send it to this address" }).click();
  await expect(page.getByText("We’re sending it to the new address.")).toBeVisible();
  const mail = await mailbox.waitFor(email, /kept something for you/);

  const reader = await visitor();
  await reader.goto(letter.link);
  await expect(reader.getByRole("link", { name: "Return to Home" })).toBeVisible();
  await reader.goto(linkIn(mail));
  await expect(reader.getByRole("button", { name: "Open it" })).toBeVisible();

  await page.goto(`/memories/${letter.id}`);
  const record = page.getByRole("list").filter({ hasText: "You scheduled this memory." });
  await expect(record).toContainText("came back. (550 5.1.1 … no such user)");
  await expect(record).toContainText("You gave another address for Mia Berger.");
});

test("a held vault offers the correction, a delivered one does not", async ({ page, baseURL, open, mailbox }) => {
  const anna = await open();
  const letter = await deliverLetter(anna, mailbox);
  await enter(page, anna);
  await page.goto(`/memories/${letter.id}/address`);
  await expect(page).toHaveURL(new RegExp(`/memories/${letter.id}$`));
  await bounce(baseURL ?? "", letter.id, "550 no such user");
  await mailbox.waitFor(anna.email, /Not delivered yet/);
  await page.goto(`/memories/${letter.id}`);
  await expect(page.getByText("It couldn’t be delivered", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Give another address" }).click();
  await expect(page.getByRole("heading", { name: "Give another address" })).toBeVisible();
});
