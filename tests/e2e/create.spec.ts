import { letterFields, sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, fillLetter, openLetter, ready, test, today } from "./setup/fixtures";
import { hiddenFields } from "./setup/form-client";

const FORM = "/create?type=send-to-someone&step=form";
const RULES = [
  { name: "no title", change: { title: " " }, label: "Memory Title", message: "Title is required" },
  {
    name: "no address",
    change: { recipientEmail: "" },
    label: "Recipient e-mail",
    message: "Please provide an email address for the recipient.",
  },
  {
    name: "a wrong address",
    change: { recipientEmail: "mia at home" },
    label: "Recipient e-mail",
    message: "Please enter a valid email address",
  },
  {
    name: "no message",
    change: { message: " " },
    label: "Message",
    message: "Please add at least one photo, video, audio file, or write a message.",
  },
  { name: "no date", change: { date: "" }, label: "Delivery date", message: "Please select a delivery date" },
  {
    name: "a day that has passed",
    change: { date: "2020-02-29" },
    label: "Delivery date",
    message: "Please select a date that is still to come.",
  },
  {
    name: "a day beyond 75 years",
    change: { date: "2199-01-01" },
    label: "Delivery date",
    message: "Please select a date within 75 years.",
  },
];

test("each invalid field has its message, and all fields are kept", async ({ page, open }) => {
  await enter(page, await open());
  for (const { name, change, label, message } of RULES) {
    await test.step(name, async () => {
      const letter = { ...letterFields(), ...change };
      await openLetter(page);
      await fillLetter(page, letter);
      await page.getByRole("button", { name: "Schedule Memory" }).click();
      await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message.replaceAll(".", "\\.")));
      await expect(page.getByLabel("Recipient name")).toHaveValue(letter.recipientName);
      if (label !== "Message") await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letter.message);
      if (label !== "Delivery date") await expect(page.getByLabel("Delivery date")).toHaveValue(letter.date);
    });
  }
});

test("the first invalid field on the page gets the focus", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByLabel("Memory Title")).toHaveAccessibleDescription(/^Title is required/);
  await expect(page.getByLabel("Recipient e-mail")).toBeFocused();
});

test("the buttons beside the form are equally wide, and a recording's is one line", async ({
  page,
  open,
  hasScript,
}) => {
  await enter(page, await open());
  await page.setViewportSize({ width: 1280, height: 900 });
  await openLetter(page);
  const names = ["Schedule Memory", "Save draft", "Show me exactly what they will get"];
  const boxes = await Promise.all(names.map((name) => page.getByRole("button", { name }).boundingBox()));
  expect(new Set(boxes.map((box) => Math.round(box?.width ?? 0))).size).toBe(1);
  if (!hasScript) return;
  const record = await page.getByRole("button", { name: "Record your voice" }).boundingBox();
  expect(record?.height).toBeLessThan(60);
});

test("on a low screen, the page scrolls to the seal, and the button that schedules stays in view", async ({
  page,
  open,
}) => {
  await enter(page, await open());
  await page.setViewportSize({ width: 1280, height: 600 });
  await openLetter(page);
  const schedule = page.getByRole("button", { name: "Schedule Memory" }).last();
  await expect(schedule).toBeInViewport({ ratio: 1 });
  const seal = page.getByRole("checkbox", { name: "Seal it" });
  await seal.evaluate((box) => scrollTo(0, box.getBoundingClientRect().top - 300));
  const isOnTop = await seal.evaluate((box) => {
    const { x, y, width, height } = box.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === box;
  });
  expect(isOnTop, "nothing covers the seal").toBe(true);
  await expect(schedule).toBeInViewport({ ratio: 1 });
});

test("beside a long letter, every button can be reached, with the hour unfolded", async ({ page, open }) => {
  await enter(page, await open());
  await page.setViewportSize({ width: 1920, height: 1000 });
  await openLetter(page);
  await page.getByLabel("Message", { exact: true }).fill("Dear Mia,\n\n".repeat(60));
  await page.getByText("Change the hour").click();
  for (const name of ["Schedule Memory", "Save draft", "Show me exactly what they will get"]) {
    await page.evaluate(() => scrollTo(0, 700));
    const button = page.getByRole("button", { name });
    await button.focus();
    await expect(button).toBeInViewport({ ratio: 1 });
  }
});

test("on a very narrow phone, the bar with the day covers no field that has the focus", async ({ page, open }) => {
  await enter(page, await open());
  await page.setViewportSize({ width: 280, height: 653 });
  await openLetter(page);
  await fillLetter(page, letterFields());
  await page.getByLabel("Recipient name").focus();
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const bar = document.querySelector(".schedule-bar")?.getBoundingClientRect();
      const focused = document.activeElement as HTMLElement;
      const { bottom, height } = focused.getBoundingClientRect();
      const ring = 6;
      return { name: focused.textContent, isCovered: height < 200 && bottom + ring > (bar?.top ?? 0) };
    });
    expect(found.isCovered, `${presses}: ${found.name}`).toBe(false);
  }
});

test("a title of another scheduled vault is refused beside its field", async ({ page, open }) => {
  const account = await open();
  await sendLetter(account, { title: "On your wedding day" });
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, { ...letterFields(), title: "On your wedding day" });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByLabel("Memory Title")).toHaveAccessibleDescription(/^A memory with this title already exists/);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letterFields().message);
});

test("the limit of the plan is enforced without losing the letter", async ({ page, open, hasScript }) => {
  const account = await open({ vaultLimit: 1 });
  await sendLetter(account);
  await enter(page, account);
  await page.goto("/dashboard");
  await expect(page.getByText("Vault Limit Reached")).toBeVisible();
  await openLetter(page);
  await expect(page.getByText("You’ve used every vault in your plan.")).toBeVisible();
  const letter = letterFields();
  await fillLetter(page, letter);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  const limit = hasScript ? page.getByRole("dialog", { name: "Vault Limit Reached" }) : page.getByRole("main");
  await expect(limit.getByRole("heading", { name: "Vault Limit Reached" })).toBeVisible();
  await expect(limit.getByRole("link", { name: "View plans" })).toBeVisible();
  await limit.getByRole("button", { name: "Maybe Later" }).click();
  await expect(page.getByText("Need more vaults?")).toBeVisible();
  await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letter.message);
  const kept = await query("SELECT state FROM memories WHERE user_id = ? ORDER BY state", [account.id]);
  expect(kept.map(({ state }) => state)).toEqual(["draft", "scheduled"]);
  await query("UPDATE profiles SET vault_limit = 2 WHERE id = ?", [account.id]);
  await page.goto("/dashboard");
  await ready(page);
  await page.getByRole("button", { name: /^Finish Vault Now/ }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
});

test("the same form sent twice creates one vault", async ({ page, open, hasScript }) => {
  const account = await open();
  await enter(page, account);
  if (hasScript) {
    await openLetter(page);
    await fillLetter(page, letterFields());
    await page.getByRole("button", { name: "Schedule Memory" }).dblclick();
    await expect(page.getByText("Memory Created")).toBeVisible();
  } else {
    const { title, recipientEmail, message, date } = letterFields();
    const form = { title, recipientEmail, message, deliveryDate: date, deliveryHour: "9", deliveryZone: "UTC" };
    const hidden = hiddenFields((await account.client.get(FORM)).html);
    const answers = await Promise.all([1, 2, 3].map(() => account.client.send(FORM, { ...hidden, ...form })));
    for (const { status, location } of answers) {
      expect([status, location]).toEqual([303, expect.stringMatching(/^\/dashboard\?sent=\w{24}$/)]);
    }
  }
  await page.goto("/dashboard");
  await expect(page.getByRole("article")).toHaveCount(1);
  expect(await query("SELECT id FROM memories WHERE user_id = ?", [account.id])).toHaveLength(1);
});

test("a letter for today is delivered", async ({ page, open, mailbox }) => {
  const account = await open();
  const letter = { ...letterFields(), date: today(), hour: "0" };
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, letter);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  await mailbox.waitFor(letter.recipientEmail, /Anna Berger/);
});

test("editing shows the fields, validates them and saves only the changes", async ({ page, open }) => {
  const account = await open();
  const letter = letterFields();
  const id = await sendLetter(account, letter);
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  await ready(page);
  await page.getByRole("link", { name: "Edit Memory" }).click();
  await expect(page.getByRole("heading", { name: "Edit Memory" })).toBeVisible();
  await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
  await expect(page.getByLabel("Delivery date")).toHaveValue(letter.date);

  await fillLetter(page, { title: "" });
  await page.getByRole("button", { name: "Update Memory" }).click();
  await expect(page.getByLabel("Memory Title")).toHaveAccessibleDescription(/^Title is required/);
  await fillLetter(page, { title: "A better title" });
  await page.getByRole("button", { name: "Update Memory" }).click();
  await expect(page.getByText("Your memory has been updated successfully.")).toBeVisible();
  await page.getByRole("article").getByRole("link", { name: "A better title", exact: true }).click();
  await expect(page.getByRole("heading", { name: "A better title" })).toBeVisible();
  await expect(page.getByText(letter.message)).toBeVisible();
});

test("a vault that cannot be edited says why, or that it is not found", { tag: "@scriptless" }, async ({
  page,
  open,
}) => {
  const [account, other] = [await open(), await open()];
  const sealed = await sendLetter(account);
  await query("UPDATE memories SET state = 'sealed', sealed_at = NOW(3) WHERE id = ?", [sealed]);
  const theirs = await sendLetter(other);
  await enter(page, account);
  await page.goto(`/create?edit=true&id=${sealed}`);
  await expect(page).toHaveURL(new RegExp(`/memories/${sealed}$`));
  await expect(page.getByRole("alert")).toContainText("This memory is sealed");
  for (const id of [theirs, "nonsense", ""]) {
    await page.goto(`/create?edit=true&id=${id}`);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole("alert")).toContainText("Memory not found.");
  }
});

test("another user's vault is not found", { tag: "@scriptless" }, async ({ page, open }) => {
  const id = await sendLetter(await open(), { message: "Only for Mia" });
  await enter(page, await open());
  await page.goto(`/memories/${id}`);
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await page.content()).not.toContain("Only for Mia");
});
