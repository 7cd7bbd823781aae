import { inDigitsFrom } from "../factories/digits";
import { deliverLetter, letterFields } from "./setup/accounts";
import { query } from "./setup/db";
import { codeIn, enter, enterCode, expect, linkIn, type Page, ready, test } from "./setup/fixtures";
import { FormClient } from "./setup/form-client";

/** Without script, a transition from one page to the next is skipped while both share a compositor. */
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--enable-features=RenderDocument"] }),
});

const SECRET = "The key lies under the third stone.";

async function askForCode(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await ready(page);
  await expect(page).toHaveTitle("Something was kept for you | Amberkeep");
  await expect(page.getByText("To make sure it’s you, we’ll email you a one-time code.")).toBeVisible();
  await page.getByRole("button", { name: "Open it" }).click();
  await expect(page.getByText("Code sent")).toBeVisible();
  await expect(page).toHaveTitle("Enter your code | Amberkeep");
  await expect(page.getByRole("heading", { name: /^Just to be sure it’s you/ })).toBeVisible();
  await expect(page.getByLabel("The six digits from our email")).toBeFocused();
}

test("on a phone, the envelope covers no message", async ({ page, open, mailbox }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { link } = await deliverLetter(await open(), mailbox);
  await askForCode(page, link);
  const isOnTop = page.locator(".toast").evaluate((toast) => {
    const { left, top, width, height } = toast.getBoundingClientRect();
    return toast.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(await isOnTop).toBe(true);
});

test("on a phone, the envelope shows the whole of a long name", async ({ page, open, mailbox }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { link } = await deliverLetter(await open(), mailbox, { recipientName: "María Fernanda González López" });
  await page.goto(link);
  const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement) =>
    scrollWidth > clientWidth || scrollHeight > clientHeight;
  expect(await page.locator("p.back-name").evaluate(isCut)).toBe(false);
});

test("requesting codes too often is refused with a way back", async ({ page, open, mailbox, baseURL }) => {
  const { link } = await deliverLetter(await open(), mailbox);
  const visitor = new FormClient(baseURL ?? "");
  for (let sent = 0; sent < 6; sent += 1) {
    expect((await visitor.post(`${link}/code`, {}, link)).location).toMatch(/code=sent$/);
  }
  await page.goto(link);
  await ready(page);
  await page.getByRole("button", { name: "Open it" }).click();
  await expect(page.getByText("You’re doing that too often.")).toBeVisible();
  await expect(page).toHaveTitle("That didn’t work | Amberkeep");
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(link);
});

const other = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

test("a letter opens with the code, and stays open for its reader only", async ({ page, visitor, open, mailbox }) => {
  const letter = await deliverLetter(await open(), mailbox, { message: SECRET });
  await page.goto(letter.link);
  expect(await page.content()).not.toContain(SECRET);
  expect(await page.content()).not.toContain(letter.title);
  await askForCode(page, letter.link);
  expect(await page.content()).not.toContain(SECRET);
  const code = codeIn(await mailbox.waitFor(letter.recipientEmail, /\d{3}/));
  await enterCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page.getByText(SECRET)).toBeVisible();
  await page.reload();
  await expect(page.getByText(SECRET)).toBeVisible();

  const stranger = await visitor();
  await stranger.goto(letter.link);
  await expect(stranger.getByRole("button", { name: "Open it" })).toBeVisible();
  await stranger.goto(`${letter.link}?code=sent`);
  await ready(stranger);
  await enterCode(stranger, code);
  await expect(stranger.getByText("This code no longer works. Please ask for a new one.")).toBeVisible();
  expect(await stranger.content()).not.toContain(SECRET);
});

test("a code may be typed in the digits of another script", async ({ page, open, mailbox }) => {
  const letter = await deliverLetter(await open(), mailbox, { message: SECRET });
  await askForCode(page, letter.link);
  const code = codeIn(await mailbox.waitFor(letter.recipientEmail, /\d{3}/));
  await enterCode(page, inDigitsFrom("٠", code));
  await expect(page.getByText(SECRET)).toBeVisible();
});

test("the link asks for the code that was sent, and a letter that was closed for a new one", async ({
  page,
  open,
  mailbox,
}) => {
  const letter = await deliverLetter(await open(), mailbox, { message: SECRET });
  await askForCode(page, letter.link);
  const code = codeIn(await mailbox.waitFor(letter.recipientEmail, /\d{3}/));
  await page.goto(letter.link);
  await ready(page);
  await enterCode(page, code);
  await expect(page.getByText(SECRET)).toBeVisible();

  await page.getByRole("button", { name: "Close this letter" }).click();
  await expect(page.getByText("Closed in this browser")).toBeVisible();
  await expect(page.getByText("The link in our latest email opens it again, with a new code.")).toBeVisible();
  await page.goBack();
  await page.reload();
  await expect(page.getByText(SECRET)).toHaveCount(0);
  await askForCode(page, letter.link);
});

test("the sign of a refused code stands beside its words", async ({ page, open, mailbox }) => {
  const letter = await deliverLetter(await open(), mailbox, { message: SECRET });
  await askForCode(page, letter.link);
  await enterCode(page, other(codeIn(await mailbox.waitFor(letter.recipientEmail, /\d{3}/))));
  const refusal = page.locator(".field-error", { hasText: "This code isn’t right." });
  await expect(refusal).toBeVisible();
  const gap = await refusal.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element.lastChild as Node);
    const sign = element.querySelector("svg")?.getBoundingClientRect();
    return (words.getClientRects()[0]?.left ?? 0) - (sign?.right ?? 0);
  });
  expect(gap).toBeGreaterThan(0);
  expect(gap).toBeLessThan(16);
});

test("five wrong tries end a code, and a new one opens", async ({ page, open, mailbox }) => {
  const letter = await deliverLetter(await open(), mailbox, { message: SECRET });
  await askForCode(page, letter.link);
  const code = codeIn(await mailbox.waitFor(letter.recipientEmail, /\d{3}/));
  for (const tries of [4, 3, 2, 1, 0]) {
    await enterCode(page, other(code));
    const message = tries > 0 ? "This code isn’t right." : "That was the last try for this code.";
    await expect(page.getByText(message)).toBeVisible();
    await expect
      .poll(async () => (await query(TRIES_LEFT, [letter.id]))[0]?.tries_left, { message: "tries left" })
      .toBe(tries);
  }
  await enterCode(page, code);
  await expect(page.getByText("Please ask for a new one.")).toBeVisible();
  await page.getByRole("button", { name: "Send a new one" }).click();
  await expect(page.getByText("Code sent")).toBeVisible();
  const fresh = codeIn(
    await mailbox.waitFor(letter.recipientEmail, (mail) => /\d{3}/.test(mail.subject ?? "") && codeIn(mail) !== code),
  );
  await enterCode(page, fresh);
  await expect(page.getByText(SECRET)).toBeVisible();
});

const TRIES_LEFT = `SELECT c.tries_left FROM opening_codes c JOIN deliveries d ON d.id = c.delivery_id
  WHERE d.memory_id = ? ORDER BY c.created_at DESC LIMIT 1`;

test("too many wrong codes replace the link, and the new one opens", async ({ page, open, mailbox }) => {
  const letter = await deliverLetter(await open(), mailbox, { message: SECRET });
  await askForCode(page, letter.link);
  const code = codeIn(await mailbox.waitFor(letter.recipientEmail, /\d{3}/));
  await query("UPDATE deliveries SET wrong_codes = 49 WHERE memory_id = ?", [letter.id]);
  await enterCode(page, other(code));
  await expect(page.getByRole("heading", { name: "This link was replaced" })).toBeVisible();
  await page.goto(letter.link);
  await page.getByRole("button", { name: "Send me the new link again" }).click();
  await expect(page.getByText("Link sent")).toBeVisible();
  const link = linkIn(await mailbox.waitFor(letter.recipientEmail, /^A new link/));
  expect(link).not.toBe(letter.link);
  await askForCode(page, link);
});

test("an invalid code is refused beside its field", async ({ page, open, mailbox }) => {
  const { link } = await deliverLetter(await open(), mailbox);
  await page.goto(`${link}?code=sent`);
  await ready(page);
  await enterCode(page, "12 34");
  await expect(page.getByLabel("The six digits from our email")).toHaveAccessibleDescription(
    /Please enter the six digits of the code\./,
  );
});

test("on a phone, the code leaves room for the keyboard, and a refusal moves nothing", async ({
  page,
  open,
  mailbox,
  hasScript,
}) => {
  const { link } = await deliverLetter(await open(), mailbox);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${link}?code=sent`);
  await ready(page);
  const again = page.getByRole("button", { name: "Send a new one" });
  const before = await again.boundingBox();
  if (hasScript) expect((before?.y ?? 0) + (before?.height ?? 0)).toBeLessThan(420);
  await enterCode(page, "000000");
  await expect(page.getByText(/^This code/)).toBeVisible();
  expect(Math.abs(((await again.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4);
});

test("a reader whose session has expired is asked for a new code", async ({ page, open, mailbox }) => {
  const letter = await deliverLetter(await open(), mailbox, { message: SECRET });
  await askForCode(page, letter.link);
  await enterCode(page, codeIn(await mailbox.waitFor(letter.recipientEmail, /\d{3}/)));
  await expect(page.getByText(SECRET)).toBeVisible();
  await query(
    "UPDATE reading_sessions r JOIN deliveries d ON d.id = r.delivery_id SET r.expires_at = NOW(3) - INTERVAL 1 SECOND WHERE d.memory_id = ?",
    [letter.id],
  );
  await page.goto(letter.link);
  await expect(page.getByRole("button", { name: "Open it" })).toBeVisible();
  expect(await page.content()).not.toContain(SECRET);
});

test("a letter unfolds once, over what can be read from the start", async ({ page, open, mailbox }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const letter = await deliverLetter(await open(), mailbox, { message: SECRET });
  await askForCode(page, letter.link);
  await enterCode(page, codeIn(await mailbox.waitFor(letter.recipientEmail, /\d{3}/)));
  const moment = page.locator(".opening-moment");
  await expect(moment).toHaveAttribute("aria-hidden", "true");
  await expect(page.getByText(SECRET)).toBeVisible();
  await photograph(moment);
  await expect(moment).toBeHidden();
  await page.reload();
  await expect(page.getByText(SECRET)).toBeVisible();
  await expect(moment).toHaveCount(0);
  const moving = page.locator(".letter").evaluate((letter) => letter.getAnimations({ subtree: true }).length);
  expect(await moving, "a second visit shows the letter at once").toBe(0);
});

/** With PICTURES set to a folder, photographs the animation there. */
async function photograph(moment: ReturnType<Page["locator"]>): Promise<void> {
  const folder = process.env.PICTURES;
  for (const at of folder ? [0, 120, 240, 330, 420, 520, 600, 660] : []) {
    await moment.evaluate((element, time) => {
      for (const animation of element.getAnimations({ subtree: true })) {
        animation.pause();
        animation.currentTime = time;
      }
    }, at);
    await moment.page().screenshot({ path: `${folder}/moment-${at}.png` });
  }
  await moment.evaluate((element) => {
    for (const animation of element.getAnimations({ subtree: true })) animation.finish();
  });
}

test("nothing unfolds for people who want less motion", async ({ page, open, mailbox }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const letter = await deliverLetter(await open(), mailbox, { message: SECRET });
  await askForCode(page, letter.link);
  await enterCode(page, codeIn(await mailbox.waitFor(letter.recipientEmail, /\d{3}/)));
  await expect(page.getByText(SECRET)).toBeVisible();
  await expect(page.locator(".opening-moment")).toBeHidden();
});

test("forged links are not found", { tag: "@scriptless" }, async ({ page, open, mailbox }) => {
  const { link } = await deliverLetter(await open(), mailbox);
  const letters = letterFields().title;
  const changed = link.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  for (const path of [changed, link.slice(0, -1), `/open/${letters}`, "/open/x.y", link.replace("/open/", "/open/a")]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("link", { name: "Return to Home" })).toBeVisible();
  }
});

test("other accounts and unverified ones cannot see the letter", async ({ page, open, mailbox }) => {
  const letter = await deliverLetter(await open(), mailbox, { message: SECRET });
  const reader = { name: "Mia Berger", email: letter.recipientEmail, password: "Kept-4-Leo" };
  for (const account of [await open(), await open({ person: reader, isVerified: false })]) {
    await page.context().clearCookies();
    await enter(page, account);
    await page.goto("/dashboard");
    await expect(page.getByText(letter.title)).toHaveCount(0);
    await page.goto(`/memories/${letter.id}`);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto(letter.link);
    expect(await page.content()).not.toContain(SECRET);
  }
  await query("UPDATE profiles SET email_verified_at = NOW(3) WHERE email = ?", [letter.recipientEmail]);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: letter.title }).click();
  await expect(page.getByText("will see that you opened it.")).toBeVisible();
  expect(await page.content()).not.toContain(SECRET);
  await page.getByRole("button", { name: "Open it" }).click();
  await expect(page.getByText(SECRET)).toBeVisible();
  await page.goto(`/memories/${letter.id}`);
  await expect(page.getByText(SECRET)).toBeVisible();
});

test("a letter cannot be opened before its day", async ({ page, open, mailbox }) => {
  const letter = await deliverLetter(await open(), mailbox, { message: SECRET });
  await query("UPDATE memories SET state = 'scheduled' WHERE id = ?", [letter.id]);
  expect((await page.goto(letter.link))?.status()).toBe(404);
  await query("UPDATE memories SET state = 'delivered' WHERE id = ?", [letter.id]);
});
