import { newPerson, sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, linkIn, ready, test } from "./setup/fixtures";
import { runTask } from "./setup/tasks";

test.use({ expected: /404/ });

test("a recipient is asked without revealing the letter, and the sender sees the answer", async ({
  page,
  open,
  mailbox,
  visitor,
}) => {
  const anna = await open();
  const mia = newPerson("Mia Berger");
  const title = "The colander and other secrets";
  const id = await sendLetter(anna, { title, recipientName: mia.name, recipientEmail: mia.email });
  await enter(page, anna);
  await page.goto(`/memories/${id}`);
  await ready(page);
  await page.getByRole("link", { name: "Ask whether the address is right" }).click();
  await page.getByRole("button", { name: "Ask now" }).click();
  await expect(page.getByText("Notification sent")).toBeVisible();
  await expect(page.getByText("Not confirmed yet")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("Unconfirmed recipient")).toBeVisible();

  const question = await mailbox.waitFor(mia.email, /Someone has kept something for you/);
  for (const secret of [title, anna.name, "2044"]) expect(question.text).not.toContain(secret);
  const reader = await visitor();
  const link = linkIn(question);
  await reader.goto(link);
  await ready(reader);
  for (const secret of [title, anna.name, "2044"]) await expect(reader.getByText(secret)).toHaveCount(0);
  await reader.getByRole("button", { name: "This is not me" }).click();
  await expect(reader.getByRole("heading", { name: "Thank you for telling us" })).toBeVisible();
  await mailbox.waitFor(anna.email, /We may not be able to reach/);
  await page.goto(`/memories/${id}`);
  await expect(page.getByText("The person there says it isn’t theirs.")).toBeVisible();

  await reader.goto(link);
  await reader.getByRole("button", { name: "Yes, this is me" }).click();
  await expect(reader.getByRole("heading", { name: "Thank you", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("Unconfirmed recipient")).toHaveCount(0);

  const forged = await reader.goto(`${link.slice(0, -3)}xyz`);
  expect(forged?.status()).toBe(404);
});

test("a sender is asked once a year and confirms with one press without logging in", async ({
  page,
  open,
  mailbox,
}) => {
  const anna = await open();
  const id = await sendLetter(anna, { recipientName: "Mia Berger" });
  await query("UPDATE profiles SET created_at = NOW(3) - INTERVAL 6 MONTH - INTERVAL 2 DAY WHERE id = ?", [anna.id]);
  await query(
    "UPDATE memories SET created_at = NOW(3) - INTERVAL 5 MONTH, next_check_at = NOW(3) - INTERVAL 5 DAY WHERE id = ?",
    [id],
  );
  await runTask("check_address_health");
  const question = await mailbox.waitFor(anna.email, /Is this address still right/);
  await page.goto(linkIn(question));
  await ready(page);
  await expect(page.getByText("Mia Berger", { exact: false }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Change the address" })).toBeVisible();
  await page.getByRole("button", { name: "Yes, it’s right" }).click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await enter(page, anna);
  await page.goto(`/memories/${id}`);
  await expect(page.getByText("You said the address is still right.")).toBeVisible();
});

test("a sender sees that a backup contact and a legacy contact can no longer be reached", async ({ page, open }) => {
  const anna = await open();
  const id = await sendLetter(anna, { backupName: "Ida Brandt", backupEmail: "ida@example.net" });
  await query(
    "INSERT INTO address_health (id, memory_id, email, domain_status) VALUES (?, ?, 'ida@example.net', 'takes_none')",
    [`ida${id.slice(3)}`, id],
  );
  await query(
    `INSERT INTO legacy_contacts (id, owner_id, name, email, relationship, state, domain_status, created_at, updated_at)
    VALUES (?, ?, 'Eva Sommer', 'eva@example.net', 'friend', 'accepted', 'takes_none', NOW(3), NOW(3))`,
    [`eva${id.slice(3)}`, anna.id],
  );
  await enter(page, anna);
  await page.goto(`/memories/${id}`);
  await expect(page.getByText("Backup contact Ida Brandt, ida@example.net: this mailbox doesn’t exist.")).toBeVisible();
  await page.getByRole("link", { name: "Give another address" }).click();
  await expect(page.getByLabel("Backup contact’s e-mail")).toHaveValue("ida@example.net");
  await page.goto("/settings/legacy-contacts");
  await expect(page.getByText("We may not be able to reach Eva Sommer")).toBeVisible();
});
