import { deliverLetter, sendLetter } from "../setup/accounts";
import { query } from "../setup/db";
import { enter, expect, ready, test } from "../setup/fixtures";
import { leftOf } from "../setup/left-of";

/** The vault is marked as delivered a moment after its mail. */
const hasArrived = (id: string) =>
  expect.poll(async () => (await query("SELECT state FROM memories WHERE id = ?", [id]))[0]?.state).toBe("delivered");

test("an empty dashboard invites the user to create a first vault", async ({ page, open }) => {
  await enter(page, await open({ vaultLimit: 1 }));
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Your Vault" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your First Vault Is Free" })).toBeVisible();
  await expect(page.getByText("A thought for today")).toBeVisible();
  await page.getByRole("link", { name: "Create A Vault Now" }).click();
  await expect(page.getByRole("heading", { name: "Create a New Memory" })).toBeVisible();
});

test("pending and delivered vaults are under their tabs with their actions", async ({ page, open, mailbox }) => {
  const account = await open();
  await sendLetter(account, { title: "Still to come" });
  const { id } = await deliverLetter(account, mailbox, { title: "Has arrived", message: "Two eggs" });
  await hasArrived(id);
  await enter(page, account);
  await page.goto("/dashboard");
  await ready(page);
  await expect(page.getByText("2 memories preserved")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Edit “Still to come”" })).toBeVisible();
  await page.getByRole("link", { name: "Delivered Memories 1" }).click();
  await expect(page).toHaveURL(/tab=delivered/);
  await page.getByRole("link", { name: "Send again “Has arrived”" }).click();
  await expect(page.getByLabel("Memory Title")).toHaveValue("Has arrived");
  await expect(page.getByLabel("Message")).toHaveValue("Two eggs");
  await expect(page.getByLabel("Delivery date")).toHaveValue("");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("vaults are compact rows", async ({ page, open }) => {
    const account = await open();
    await sendLetter(account, { title: "Still to come" });
    await enter(page, account);
    await page.goto("/dashboard");
    const box = await page.getByRole("article").boundingBox();
    expect(box?.height).toBeLessThan(130);
    await expect(page.getByRole("article").getByRole("link", { name: "Still to come" })).toBeVisible();
  });
});

for (const width of [320, 390, 1280]) {
  test(`at ${width} pixels, a draft’s button covers no long name`, async ({ page, open }) => {
    const account = await open();
    const id = await sendLetter(account, { recipientName: "Alexandrina Konstantinopoulou-Schwarzenberg-Montenegro" });
    await query("UPDATE memories SET state = 'draft' WHERE id = ?", [id]);
    await page.setViewportSize({ width, height: 800 });
    await enter(page, account);
    await page.goto("/dashboard");
    const button = await page.getByRole("button", { name: "Finish Vault Now" }).evaluate((element) => {
      const text = document.createRange();
      text.selectNode(element.firstChild ?? element);
      return text.getBoundingClientRect().toJSON();
    });
    const name = await page.getByText("To Alexandrina").boundingBox();
    const padding = await page
      .getByText("To Alexandrina")
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingInlineEnd));
    const isAbove = (name?.y ?? 0) + (name?.height ?? 0) <= button.top;
    const isBefore = (name?.x ?? 0) + (name?.width ?? 0) - padding <= button.left;
    expect(isAbove || isBefore).toBe(true);
  });
}

test("a long list continues with Show more, each vault once", async ({ page, open, hasScript }) => {
  const account = await open();
  for (let number = 10; number < 35; number += 1) {
    await sendLetter(account, { title: `Letter ${number}`, date: `2044-06-${number - 9}`.replace(/-(\d)$/, "-0$1") });
  }
  await enter(page, account);
  await page.goto("/dashboard");
  await ready(page);
  await expect(page.getByRole("article")).toHaveCount(20);
  await page.getByRole("link", { name: "Show more" }).click();
  if (hasScript) {
    await expect(page.getByRole("article")).toHaveCount(25);
    await expect(page.getByRole("link", { name: "Letter 30", exact: true })).toBeFocused();
    await expect(page).toHaveURL(/\/dashboard$/);
  } else {
    await expect(page.getByRole("heading", { name: "Pending Memories" })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(5);
  }
  await expect(page.getByRole("link", { name: "Show more" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Letter 34", exact: true })).toBeVisible();
});

test("received vaults come first until they are opened", async ({ page, open, mailbox }) => {
  const mia = await open({
    person: { name: "Mia Berger", email: `mia-${Date.now()}@example.org`, password: "Kept-4-Leo" },
  });
  const anna = await open();
  await deliverLetter(anna, mailbox, { title: "For my Mia", recipientEmail: mia.email });
  await enter(page, mia);
  await page.goto("/dashboard");
  const card = page.locator("section", { has: page.getByRole("heading", { name: "For you" }) });
  await expect(card).toContainText("New");
  await card.getByRole("link", { name: "For my Mia" }).click();
  await page.getByRole("button", { name: "Open it" }).click();
  await expect(page.getByRole("heading", { name: "For my Mia", level: 1 })).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "For you" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Sent to you" })).toBeVisible();
});

test("an arrival and an opening are seen at a glance", async ({ page, open, mailbox }) => {
  const mia = await open({
    person: { name: "Mia Berger", email: `mia-${Date.now()}@example.org`, password: "Kept-4-Leo" },
  });
  const anna = await open();
  const { id, link } = await deliverLetter(anna, mailbox, { title: "For my Mia", recipientEmail: mia.email });
  await hasArrived(id);
  await enter(page, anna);
  await page.goto("/dashboard");
  const news = page.locator("section", { has: page.getByRole("heading", { name: "What’s new" }) });
  await expect(news.getByRole("link")).toHaveText("“For my Mia” has arrived");
  await mia.client.post(`${link}/account`, {}, link);
  await page.reload();
  await expect(news.getByRole("link")).toHaveText("Mia Berger opened “For my Mia”");
  await expect(news).toContainText("Opened");
  await news.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/memories/${id}$`));
});

test("news of a name from right to left reads from left to right", async ({ page, open, mailbox }) => {
  const dana = { name: "דנה לוי", email: `dana-${Date.now()}@example.org`, password: "Kept-4-Leo" };
  const reader = await open({ person: dana });
  const anna = await open();
  const letter = { title: "Plum cake", recipientName: dana.name, recipientEmail: dana.email };
  const { id, link } = await deliverLetter(anna, mailbox, letter);
  await reader.client.post(`${link}/account`, {}, link);
  await enter(page, anna);
  for (const [path, name] of [
    ["/dashboard", dana.name],
    [`/memories/${id}`, dana.name],
    [`/dashboard?sent=${id}`, "דנה"],
  ] as const) {
    await page.goto(path);
    const sentence = page.getByText(`${name} opened`);
    expect(await leftOf(sentence, name)).toBeLessThan(await leftOf(sentence, "opened"));
  }
});

test("what needs attention is under To Do", async ({ page, open }) => {
  const account = await open({ isVerified: false });
  const id = await sendLetter(account, { title: "Came back" });
  await query("UPDATE memories SET state = 'held' WHERE id = ?", [id]);
  await enter(page, account);
  await page.goto("/dashboard");
  await ready(page);
  await expect(page.getByRole("heading", { name: "To Do" })).toBeVisible();
  await page.getByRole("link", { name: "See what happened to “Came back”" }).click();
  await expect(page.getByText("It couldn’t be delivered", { exact: true })).toBeVisible();
  await page.goto("/dashboard");
  await ready(page);
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("Confirmation email sent")).toBeVisible();
});

test("a full plan is shown with its usage", async ({ page, open }) => {
  const account = await open({ vaultLimit: 1 });
  await sendLetter(account);
  await enter(page, account);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Vault Limit Reached" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "1 of 1 vault used" })).toHaveJSProperty("value", 1);
  await expect(page.getByRole("link", { name: "Create Another Vault" })).toHaveCount(0);
});

test("without script the page shows its time and a refresh link", async ({ page, open, hasScript }) => {
  await enter(page, await open());
  await page.goto("/dashboard");
  await ready(page);
  const refresh = page.getByRole("link", { name: "Refresh" });
  if (hasScript) return expect(refresh).toBeHidden();
  await expect(page.getByText(/As of \d\d:\d\d\./)).toBeVisible();
  await refresh.click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe("when it cannot be loaded", () => {
  test.use({ expected: /^500 / });

  test("the dashboard shows an error with a retry link", async ({ page, open }) => {
    const account = await open();
    const id = await sendLetter(account);
    await enter(page, account);
    const setArrival = (at: string) =>
      query("UPDATE IGNORE memories SET state = 'delivered', delivered_at = ? WHERE id = ?", [at, id]);
    await setArrival("never");
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: "We couldn’t load your dashboard" })).toBeVisible();
    await setArrival("2026-01-01");
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Your Vault" })).toBeVisible();
  });
});
