import { TOAST_COOKIE } from "../../../app/http/toast-cookie";
import { letterFields, sendLetter } from "../setup/accounts";
import { enter, expect, fillLetter, openLetter, ready, signUpOnPage, test, writeLetter } from "../setup/fixtures";

const COOKIE = /amberkeep_toast=[^;]/;

test("a toast is not shown again on the next page", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  const found = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        // A MutationObserver runs before the next paint.
        const watcher = new MutationObserver(() => document.querySelector(".toast") && resolve(document.cookie));
        watcher.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await fillLetter(page, letterFields());
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  expect(await found).not.toMatch(COOKIE);
});

/** Screen readers announce what changes after a page was loaded. */
test("toasts of loaded pages change once, so that they are announced", async ({ page, person }) => {
  const title = page.locator("main > .toast .toast-title");
  const announced = () => title.evaluate((element) => element.textContent);
  await page.goto("/");
  await page.getByLabel("Your email address").fill(person.email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect.poll(announced).toBe("Thanks for Subscribing!\u00a0");

  await signUpOnPage(page, person);
  await expect.poll(announced).toBe("Account created successfully\u00a0");
});

test("the toast behind a dialog changes once, so that it is announced", async ({ page, open }) => {
  const account = await open({ vaultLimit: 1 });
  await sendLetter(account, { title: "The first one" });
  await enter(page, account);
  await openLetter(page);
  await fillLetter(page, letterFields());
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await page.getByRole("button", { name: "Maybe Later" }).click();
  const title = page.locator(".toast-title");
  await expect.poll(() => title.evaluate((element) => element.textContent)).toBe("Need more vaults?\u00a0");
});

test("a page whose scripts load late leaves the next page its toast", async ({ page, open }) => {
  await enter(page, await open());
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/create?edit=true&id=nonsense", { waitUntil: "commit" });
  await expect(page.getByRole("alert")).toContainText("Memory not found.");
  const url = new URL(page.url()).origin;
  await page.context().addCookies([{ name: TOAST_COOKIE, value: "next", url }]);
  release();
  await ready(page);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === TOAST_COOKIE)?.value).toBe("next");
});

test("a toast that stays in view covers neither the field with the focus nor its label", async ({ page, open }) => {
  await enter(page, await open());
  await page.setViewportSize({ width: 1024, height: 600 });
  await openLetter(page);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.locator(".toast")).toContainText("Failed to Save Memory");
  await expect(page.getByLabel("Recipient e-mail")).toBeFocused();
  const isUnderToast = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return Boolean(document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".toast"));
  };
  expect(await page.getByText("Recipient e-mail", { exact: true }).evaluate(isUnderToast), "the label").toBe(false);
  await page.getByRole("button", { name: "Show me exactly what they will get" }).focus();
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press("Shift+Tab");
    // Not `:focus`, which does not match a field of a date while its button has the focus.
    const focused = await page.evaluateHandle(() => document.activeElement ?? document.body);
    expect(await focused.evaluate(isUnderToast), await focused.evaluate((one) => one.outerHTML)).toBe(false);
  }
});

test("a dismissed toast gives the focus back to where it was", async ({ page, open }) => {
  await enter(page, await open());
  await writeLetter(page, letterFields());
  await ready(page);
  const link = page.getByRole("link", { name: "See all your vaults" });
  await link.focus();
  await page.locator(".toast-dismiss").click();
  await expect(page.locator(".toast")).toBeHidden();
  await expect(link).toBeFocused();
});

test("a toast that was dismissed before anything had the focus leaves it to the heading", async ({ page, person }) => {
  await page.goto("/");
  await page.getByLabel("Your email address").fill(person.email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.locator(".toast")).toContainText("Thanks for Subscribing!");
  await ready(page);
  await page.getByLabel("Dismiss this message").press("Space");
  await expect(page.locator(".toast")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
