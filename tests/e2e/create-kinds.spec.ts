import { sampleMedia } from "../../scripts/seed/sample-media";
import { letterFields, sendLetter, today } from "./setup/accounts";
import { query } from "./setup/db";
import { type Account, enter, expect, fillLetter, type Page, ready, test } from "./setup/fixtures";
import { FormClient } from "./setup/form-client";

const FORM = (type: string) => `/create?type=${type}&step=form`;
const PHOTO = { name: "sea.jpg", mimeType: "image/jpeg", buffer: sampleMedia("sea.jpg") };
const send = (page: Page, name = "Schedule Memory") => page.getByRole("button", { name }).click();
const vaultsOf = (account: Account) =>
  query("SELECT * FROM memories WHERE user_id = ? ORDER BY created_at", [account.id]);

async function choose(page: Page, title: string): Promise<void> {
  await page.goto("/dashboard");
  await ready(page);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Create A(nother)? Vault/ })
    .click();
  await expect(page.getByRole("heading", { name: "Create a New Memory" })).toBeVisible();
  await ready(page);
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByLabel("Memory Title")).toBeVisible();
  await ready(page);
}

test("the three types are explained, and each leads to its form", { tag: "@scriptless" }, async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/create");
  for (const [title, text, type] of [
    ["A vault to send to someone", "Create a memory vault to send to someone special", "send-to-someone"],
    ["Memory Board", "Create a shared memory board for events", "memory-board"],
    ["Future Self", "Send a message to your future self", "future-self"],
  ]) {
    await expect(page.getByRole("listitem").filter({ hasText: title })).toContainText(text ?? "");
    await expect(page.getByRole("link", { name: title })).toHaveAttribute("href", FORM(type ?? ""));
  }
  await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/dashboard");
});

test("a vault with a photo and no text is scheduled from the first click to the dashboard", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await choose(page, "A vault to send to someone");
  const { title, recipientEmail, date } = letterFields();
  await fillLetter(page, { title, recipientEmail, date });
  await page.getByLabel("Photo", { exact: true }).setInputFiles(PHOTO);
  await send(page);
  await expect(page.getByText("Memory Created")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\?sent=/);
  await page.getByRole("link", { name: "See all your vaults" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("article")).toContainText(title);
  const [vault] = await vaultsOf(account);
  expect(vault).toMatchObject({ type: "letter", state: "scheduled" });
  expect(await query("SELECT file_name FROM media WHERE memory_id = ?", [vault?.id])).toEqual([
    { file_name: "sea.jpg" },
  ]);
});

test("a memory board is sent to everyone on its list", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await choose(page, "Memory Board");
  await fillLetter(page, { title: "Tom turns forty", message: "Add a photo of him.", date: "2044-06-14" });
  await page.getByLabel("Name 1").fill("Tom");
  await page.getByLabel("E-mail 1").fill("tom@example.org");
  await page.getByRole("button", { name: "Add recipient" }).click();
  await expect(page.getByText("Recipient Added")).toBeVisible();
  await expect(page.getByLabel("E-mail 1")).toHaveValue("tom@example.org");
  await expect(page.getByLabel("Name 2")).toBeFocused();
  await expect(page.getByLabel("Name 2")).toBeInViewport();
  await page.getByRole("button", { name: "Add recipient" }).click();
  await expect(page.getByLabel("E-mail 2")).toHaveAccessibleDescription(/Please provide an email address/);
  await expect(page.getByText("Recipient Added")).toHaveCount(0);
  await page.getByLabel("Name 2").fill("Eva");
  await send(page);
  await expect(page.getByLabel("E-mail 2")).toHaveAccessibleDescription(/Please provide an email address/);
  await page.getByLabel("E-mail 2").fill("Eva@Example.org");
  await send(page);
  await expect(page.getByText("Memory Created")).toBeVisible();
  const [board] = await vaultsOf(account);
  expect(board).toMatchObject({ type: "memory-board", is_memory_board: 1, recipient_email: null });
  expect(await query("SELECT name, email FROM recipients WHERE memory_id = ? ORDER BY position", [board?.id])).toEqual([
    { name: "Tom", email: "tom@example.org" },
    { name: "Eva", email: "eva@example.org" },
  ]);
});

test("an error stays beside its row of recipients when a row above was emptied", async ({ page, open }) => {
  await enter(page, await open());
  await choose(page, "Memory Board");
  for (const [number, name] of ["Tom", "Eva"].entries()) {
    await page.getByLabel(`Name ${number + 1}`).fill(name);
    await page.getByLabel(`E-mail ${number + 1}`).fill(`${name}@example.org`);
    await page.getByRole("button", { name: "Add recipient" }).click();
    await expect(page.getByLabel(`Name ${number + 2}`)).toBeFocused();
  }
  await page.getByLabel("Name 3").fill("Ida");
  for (const field of ["Name 1", "E-mail 1"]) await page.getByLabel(field).fill("");
  for (const button of ["Add recipient", "Schedule Memory"]) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByLabel("E-mail 3")).toHaveAccessibleDescription(/Please provide an email address/);
    await expect(page.getByLabel("E-mail 2")).not.toHaveAttribute("aria-invalid", "true");
  }
});

test("the Recipient Added toast is not repeated after the day is chosen", async ({ page, open, hasScript }) => {
  await enter(page, await open());
  await choose(page, "Memory Board");
  await page.getByLabel("E-mail 1").fill("tom@example.org");
  await page.getByRole("button", { name: "Add recipient" }).click();
  await expect(page.getByText("Recipient Added")).toBeVisible();
  await page.getByRole("button", { name: /Choose date$/ }).click();
  for (const part of ["2044", "June", "June 14, 2044"])
    await page.getByRole("button", { name: part, exact: true }).click();
  await expect(page.getByLabel("Delivery date")).toHaveValue("2044-06-14");
  await expect(page.getByLabel("E-mail 1")).toHaveValue("tom@example.org");
  // With script, the page is still the one that said so.
  if (!hasScript) await expect(page.getByText("Recipient Added")).toHaveCount(0);
});

test("a board's host is its test recipient, and keeps the form", async ({ page, open, mailbox }) => {
  const account = await open();
  await enter(page, account);
  await page.goto(FORM("memory-board"));
  await ready(page);
  await fillLetter(page, { title: "Tom turns forty", message: "Add a photo of him." });
  await page.getByLabel("Name 1").fill("Tom");
  await page.getByLabel("E-mail 1").fill("tom@example.org");
  await send(page, "Add Test Recipient");
  await expect(page.getByText("Recipient Added")).toBeVisible();
  await expect(page.getByText(`on its way to you, to ${account.email}.`)).toBeVisible();
  await expect(page).toHaveURL(/\/create\?edit=true&id=/);
  await expect(page.getByLabel("Memory Title")).toHaveValue("Tom turns forty");
  await expect(page.getByLabel("E-mail 1")).toHaveValue("tom@example.org");
  const mail = await mailbox.waitFor(account.email, /^Rehearsal: /);
  expect(mail.text).toContain("Dear Tom,");
  expect(mail.text).toContain("Tom turns forty");

  await ready(page);
  await fillLetter(page, { title: "Tom turns fifty" });
  await send(page, "Add Test Recipient");
  await mailbox.waitFor(account.email, ({ text }) => text?.includes("Tom turns fifty") ?? false);
  expect(await mailbox.all("tom@example.org")).toEqual([]);
  const [board, ...others] = await vaultsOf(account);
  expect(board).toMatchObject({ type: "memory-board", state: "draft" });
  expect(others).toEqual([]);
});

test("an unverified user loses nothing by requesting a test mail", async ({ page, open }) => {
  await enter(page, await open({ isVerified: false }));
  await page.goto(FORM("memory-board"));
  await ready(page);
  await fillLetter(page, { title: "Tom turns forty" });
  await send(page, "Add Test Recipient");
  await expect(page.getByRole("alert")).toContainText("please confirm your address first");
  await page.goto("/dashboard");
  await expect(page.getByRole("main")).toContainText("Tom turns forty");
});

test("a message to the future self is sent to its author, who is asked to seal it", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await choose(page, "Future Self");
  await expect(page.getByText(account.email).last()).toBeVisible();
  await expect(page.getByLabel("Recipient e-mail")).toHaveCount(0);
  await expect(page.getByLabel("Seal it")).toBeChecked();
  await fillLetter(page, { title: "To me at fifty", message: "Do you still swim?", date: "2044-06-14" });
  await send(page);
  await expect(page.getByRole("heading", { name: "Seal “To me at fifty”?" })).toBeVisible();
  await ready(page);
  await page.getByRole("button", { name: "Seal it" }).click();
  await expect(page.getByText("Memory sealed")).toBeVisible();
  const [vault] = await vaultsOf(account);
  expect(vault).toMatchObject({ type: "future-self", state: "sealed", recipient_email: account.email });
});

test("changing the type keeps the text but not the files", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto(FORM("future-self"));
  await ready(page);
  await fillLetter(page, { title: "For both", message: "One\n\n two", date: "2044-06-14" });
  await page.getByLabel("Photos", { exact: true }).setInputFiles(PHOTO);
  await page.getByRole("button", { name: "Change Memory Type" }).click();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "sea.jpg" })).toBeVisible();
  await page.getByRole("button", { name: "Change Memory Type" }).click();
  await page.getByRole("button", { name: "A vault to send to someone" }).click();
  await expect(page.getByLabel("Memory Title")).toHaveValue("For both");
  await expect(page.getByLabel("Seal it")).not.toBeChecked();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("One\n\n two");
  await expect(page.getByLabel("Delivery date")).toHaveValue("2044-06-14");
  await expect(page.getByRole("listitem").filter({ hasText: "sea.jpg" })).toHaveCount(0);
});

test("a type that is changed back still has its recipients", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await page.goto(FORM("send-to-someone"));
  await ready(page);
  const letter = letterFields();
  await fillLetter(page, letter);
  const change = async (type: string) => {
    await page.getByRole("button", { name: "Change Memory Type" }).click();
    await page.getByRole("button", { name: type }).click();
  };
  await change("Memory Board");
  await expect(page.getByLabel("Recipient e-mail")).toHaveCount(0);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("You’ll find it on your dashboard.")).toBeVisible();
  const [draft] = await vaultsOf(account);
  expect(draft).toMatchObject({ type: "memory-board", recipient_email: null });
  await page.goto(FORM("send-to-someone"));
  await ready(page);
  await fillLetter(page, letter);
  await change("Future Self");
  await expect(page.getByLabel("Recipient e-mail")).toHaveCount(0);
  await change("A vault to send to someone");
  await expect(page.getByLabel("Recipient name")).toHaveValue(letter.recipientName);
  await expect(page.getByLabel("Recipient e-mail")).toHaveValue(letter.recipientEmail);
});

test("a vault is sent again with its files as a new vault", async ({ page, open, mailbox }) => {
  const account = await open();
  await enter(page, account);
  await page.goto(FORM("send-to-someone"));
  await ready(page);
  const letter = { ...letterFields(), title: "Has arrived", date: today(), hour: "0" };
  await fillLetter(page, letter);
  await page.getByLabel("Photo", { exact: true }).setInputFiles(PHOTO);
  await send(page);
  await expect(page.getByText("Memory Created")).toBeVisible();
  await mailbox.waitFor(letter.recipientEmail, (mail) => mail.text?.includes("/open/") ?? false);

  // What its mail means for the vault is recorded a moment after it has left.
  await expect(async () => {
    await page.goto("/dashboard?tab=delivered");
    await expect(page.getByRole("link", { name: /^Send again/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await ready(page);
  await page.getByRole("link", { name: /^Send again/ }).click();
  await expect(page.getByLabel("Memory Title")).toHaveValue("Has arrived");
  await expect(page.getByLabel("Send it again sea.jpg")).toBeChecked();
  await fillLetter(page, { title: "", date: "2044-06-14" });
  await send(page);
  await expect(page.getByLabel("Memory Title")).toHaveAccessibleDescription(/^Title is required/);
  await fillLetter(page, { title: "Once more" });
  await send(page);
  await expect(page.getByText("Memory Created")).toBeVisible();
  const files = await query(
    "SELECT m.id AS vault, f.storage_key AS path, f.sha256 FROM media f JOIN memories m ON m.id = f.memory_id WHERE m.user_id = ?",
    [account.id],
  );
  expect(files).toHaveLength(2);
  expect(new Set(files.map(({ vault }) => vault)).size).toBe(2);
  expect(new Set(files.map(({ path }) => path)).size).toBe(2);
  expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(1);
});

const AGAIN = [
  ["photo", "/dashboard?tab=delivered", "Send again"],
  ["video", "/activity?tab=delivered", "Create Similar"],
  ["audio", "/dashboard?tab=delivered", "Send again"],
  ["future-self", "/activity?tab=delivered", "Create Similar"],
  ["memory-board", "/activity?tab=delivered", "Create Similar"],
] as const;
for (const [type, list, link] of AGAIN) {
  test(`a delivered vault is sent again as what it was: ${type}`, async ({ page, open }) => {
    const account = await open();
    const id = await sendLetter(account);
    const kind = [type === "memory-board", type === "future-self"];
    await query(
      "UPDATE memories SET state = 'delivered', type = ?, is_memory_board = ?, is_future_self = ? WHERE id = ?",
      [type, ...kind, id],
    );
    await enter(page, account);
    await page.goto(list);
    await ready(page);
    await page.getByRole("link", { name: new RegExp(`^${link}`) }).click();
    await expect(page.getByLabel("Memory Title")).not.toHaveValue("");
    await expect(page.getByText("Who it goes to, besides you")).toHaveCount(type === "memory-board" ? 1 : 0);
    await expect(page.getByLabel("Recipient e-mail")).toHaveCount(kind.includes(true) ? 0 : 1);
    await fillLetter(page, { title: "Once more", date: "2044-06-14" });
    await send(page);
    await expect(page.getByText("Memory Created")).toBeVisible();
    expect((await vaultsOf(account)).map((vault) => vault.type)).toEqual([type, type]);
  });
}

test("an edit that comes too late can be saved as a new vault", async ({ page, open }) => {
  const account = await open();
  const id = await sendLetter(account);
  await enter(page, account);
  await page.goto(`/create?edit=true&id=${id}`);
  await ready(page);
  await fillLetter(page, { title: "Too late", message: "Every word of it" });
  await query("UPDATE memories SET state = 'delivering' WHERE id = ?", [id]);
  await send(page, "Update Memory");
  await expect(page.getByRole("alert")).toContainText("This memory can no longer be changed.");
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Every word of it");
  await send(page, "Schedule Memory");
  await expect(page.getByText("Memory Created")).toBeVisible();
  expect((await vaultsOf(account)).map(({ state }) => state).sort()).toEqual(["delivering", "scheduled"]);
});

test("a milestone reminder is sent to its author by default", { tag: "@scriptless" }, async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await page.goto("/create?type=milestone&reminder=true");
  await expect(page.getByLabel("Recipient e-mail")).toHaveValue(account.email);
});

test("old URLs redirect to the forms", { tag: "@scriptless" }, async ({ open }) => {
  const account = await open();
  const kinds = {
    "send-to-someone": ["send-to-someone", "letter-vault", "video-vault", "photo-vault", "milestone-vault", "letter"],
    "memory-board": ["memory-board", "multi-upload"],
    "future-self": ["future-self"],
  };
  for (const [kind, addresses] of Object.entries(kinds)) {
    for (const address of addresses) {
      expect((await account.client.get(`/${address}`)).location, address).toBe(FORM(kind));
      expect((await account.client.get(`/${address}/`)).location, address).toBe(FORM(kind));
      const visitor = new FormClient(process.env.E2E_BASE_URL ?? "");
      expect((await visitor.get(`/${address}`)).location, address).toBe(FORM(kind));
    }
  }
});
