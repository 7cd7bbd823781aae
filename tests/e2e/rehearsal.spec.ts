import { phoneJpeg } from "../corpus/photos";
import { sendLetter } from "./setup/accounts";
import { query } from "./setup/db";
import { enter, expect, fillLetter, linkIn, openLetter, ready, test } from "./setup/fixtures";

const traces = async (id: string) =>
  (
    await query(
      `SELECT (SELECT COUNT(*) FROM deliveries WHERE memory_id = ?) AS deliveries,
        (SELECT COUNT(*) FROM delivery_events WHERE memory_id = ?) AS events`,
      [id, id],
    )
  )[0];

test("a sender sees the real mail and page, and can send the mail only to themself", async ({
  page,
  open,
  mailbox,
}) => {
  const account = await open();
  const recipientEmail = `mia-${account.id}@example.org`;
  const id = await sendLetter(account, {
    title: "For Mia",
    message: "the colander",
    recipientName: "Mia",
    recipientEmail,
  });
  const before = await traces(id);
  await enter(page, account);
  await page.goto(`/memories/${id}`);
  await ready(page);
  await page.getByRole("link", { name: "Show me exactly what they will get" }).click();
  await expect(page.getByRole("heading", { name: "What Mia will get" })).toBeVisible();
  await expect(page.getByText("Rehearsal", { exact: true })).toBeVisible();
  await expect(page.getByText(`Mia (${recipientEmail})`)).toBeVisible();

  const mail = page.frameLocator("iframe");
  await expect(mail.getByRole("heading", { name: `${account.name} kept something for you` })).toBeVisible();
  await expect(mail.getByText("Dear Mia,")).toBeVisible();
  await expect(mail.getByText("the colander")).toHaveCount(0);
  const ending = mail.getByText("You get this email because");
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.locator("iframe").scrollIntoViewIfNeeded();
    const box = await page.locator("iframe").boundingBox();
    const end = await ending.boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0), `the mail's end at ${width} px`).toBeLessThan(
      (box?.y ?? 0) + (box?.height ?? 0),
    );
  }
  await page.getByText("The same email as plain text").click();
  await expect(page.locator("pre")).toContainText("Dear Mia,");
  await expect(page.getByRole("heading", { name: "For Mia" })).toBeVisible();
  await expect(page.getByText("the colander", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Send me the rehearsal email" }).click();
  await expect(page.getByText("Rehearsal sent")).toBeVisible();
  const sent = await mailbox.waitFor(account.email, /^Rehearsal: /);
  expect(sent.text).toContain("This is a rehearsal, sent only to you.");
  expect(linkIn(sent)).toBe(`/memories/${id}/rehearsal`);
  expect(await mailbox.all(recipientEmail)).toEqual([]);
  expect(await traces(id)).toEqual(before);
});

test("the rehearsal of a board stays inside its border", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/create?type=memory-board&step=form");
  await ready(page);
  await fillLetter(page, { title: "Grandpa's eightieth", message: "One picture of him.", date: "2044-06-14" });
  await page.getByRole("button", { name: "Show me exactly what they will get" }).click();
  await expect(page.getByRole("heading", { name: "Grandpa's eightieth" })).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const [sheet, head] = [
      await page.locator(".rehearsal-sheet").boundingBox(),
      await page.locator(".reveal").boundingBox(),
    ];
    expect(head?.x ?? 0).toBeGreaterThan(sheet?.x ?? 0);
    expect((head?.x ?? 0) + (head?.width ?? 0)).toBeLessThan((sheet?.x ?? 0) + (sheet?.width ?? 0));
  }
});

test("a rehearsal ends with the seal", async ({ page, open }) => {
  const account = await open({ isVerified: false });
  const id = await sendLetter(account, { message: "the secret" });
  await enter(page, account);
  await page.goto(`/memories/${id}/seal`);
  await ready(page);
  await page.getByRole("link", { name: "Show me exactly what they will get" }).click();
  await expect(page.getByText("the secret")).toBeVisible();
  await expect(page.getByText("As soon as your address is confirmed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send me the rehearsal email" })).toHaveCount(0);
  await page.goto(`/memories/${id}/seal`);
  await page.getByRole("button", { name: "Seal it" }).click();
  await expect(page.getByText("Memory sealed")).toBeVisible();
  await expect(page.getByRole("link", { name: "Show me exactly what they will get" })).toHaveCount(0);
  await page.goto(`/memories/${id}/rehearsal`);
  await expect(page.getByRole("heading", { name: "It is sealed" })).toBeVisible();
  expect(await page.content()).not.toContain("the secret");
});

test("a form leads to its rehearsal and back, then to the requested seal", async ({ page, open }) => {
  const account = await open();
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, { title: "Half a letter", message: "Dear Mia, so far" });
  await page.getByRole("button", { name: "Show me exactly what they will get" }).click();
  await expect(page.getByText("Nobody yet: there is no address")).toBeVisible();
  await expect(page.getByText("No day chosen yet")).toBeVisible();
  await expect(page.getByText("Dear Mia, so far")).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Memory Title")).toHaveValue("Half a letter");
  await page.goForward();
  await page.getByRole("link", { name: "Back to the form" }).click();
  await expect(page.getByLabel("Memory Title")).toHaveValue("Half a letter");
  await ready(page);
  await fillLetter(page, { recipientName: "Mia", recipientEmail: "mia@example.org", date: "2044-06-14" });
  await page.getByLabel("Seal it").check();
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByRole("heading", { name: "Seal “Half a letter”?" })).toBeVisible();
  await page.getByRole("button", { name: "Seal it" }).click();
  await expect(page.getByText("Memory sealed")).toBeVisible();
  const rows = await query("SELECT state FROM memories WHERE user_id = ?", [account.id]);
  expect(rows.map(({ state }) => state)).toEqual(["sealed"]);
});

test("a visitor without an account sees what will arrive, and goes on writing", async ({ page, hasScript }) => {
  await openLetter(page);
  await fillLetter(page, { title: "For Mia", recipientName: "Mia", message: "the colander", date: "2044-06-14" });
  const photo = { name: "mia.jpg", mimeType: "image/jpeg", buffer: await phoneJpeg() };
  await page.getByLabel("Photo", { exact: true }).setInputFiles(photo);
  if (hasScript) await expect(page.locator(".file").getByText("Upload Complete")).toBeVisible();
  await page.getByRole("button", { name: "Show me exactly what they will get" }).click();
  await expect(page.getByRole("heading", { name: "What Mia will get" })).toBeVisible();
  const mail = page.frameLocator("iframe");
  await expect(mail.getByRole("heading", { name: "[Your name] kept something for you" })).toBeVisible();
  await expect(mail.getByText("Dear Mia,")).toBeVisible();
  await expect(page.getByRole("heading", { name: "For Mia" })).toBeVisible();
  await expect(page.getByText("the colander", { exact: true })).toBeVisible();
  const shown = page.locator(".rehearsal-sheet img");
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole("link", { name: "Create a free account" })).toBeVisible();
  const path = new URL(page.url()).pathname + new URL(page.url()).search;
  await page.getByRole("link", { name: "Back to the form" }).click();
  await expect(page.getByLabel("Memory Title")).toHaveValue("For Mia");
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("the colander");

  await page.context().clearCookies();
  await page.goto(path);
  await expect(page.getByText("the colander"), "in another browser").toHaveCount(0);
});
