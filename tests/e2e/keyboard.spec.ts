import { enter, expect, openLetter, type Page, ready, signUpOnPage, test } from "./setup/fixtures";

/** Describes the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    return element?.labels?.[0]?.textContent?.trim() || element?.textContent?.trim() || element?.tagName || "";
  });
}

test("Tab follows the reading order", async ({ page }) => {
  await page.goto("/auth?mode=login");
  await ready(page);
  const order: string[] = [];
  for (let step = 0; step < 11; step += 1) {
    await page.keyboard.press("Tab");
    order.push(await focused(page));
  }
  expect(order).toEqual([
    "Skip to content",
    "Amberkeep",
    "Home",
    ...(order.includes("How It Works") ? ["How It Works"] : []),
    "Log in",
    "Sign up",
    "Email",
    "Password",
    "Log in",
    "Forgot your password?",
    "Sign up",
    ...(order.includes("How It Works") ? [] : [order.at(-1)]),
  ]);
});

test("the focus is visible", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  const unseen: string[] = [];
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press("Tab");
    const isSeen = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return true;
      // Browsers style the focused parts of a date field themselves.
      if (element.matches("input[type=date]") && !element.matches(":focus-visible")) return true;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
    });
    if (!isSeen) unseen.push(await focused(page));
  }
  expect(unseen).toEqual([]);
});

test("the help button does not cover the focus on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/auth?mode=signup");
  await ready(page);
  const covered: string[] = [];
  for (let step = 0; step < 16; step += 1) {
    await page.keyboard.press("Tab");
    const isCovered = await page.evaluate(() => {
      const element = document.activeElement;
      const help = document.querySelector(".help-button");
      if (!element?.closest("main") || !help || element === help) return false;
      const [focus, button] = [element.getBoundingClientRect(), help.getBoundingClientRect()];
      return focus.right > button.left && focus.bottom > button.top && focus.top < button.bottom;
    });
    if (isCovered) covered.push(await focused(page));
  }
  expect(covered).toEqual([]);
});

test("the skip link skips the header", async ({ page }) => {
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("a form can be filled in and sent with the keyboard", async ({ page, open }) => {
  const account = await open();
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByLabel("Email").focus();
  await page.keyboard.type(account.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Login successful")).toBeVisible();
});

test("the menu opens and closes with Enter", async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/dashboard");
  await ready(page);
  await page.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Log out" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Log out" })).toBeHidden();
});

test("a toast can be dismissed from the keyboard", async ({ page, person }) => {
  await signUpOnPage(page, person);
  await page.getByLabel("Dismiss this message").focus();
  await page.keyboard.press("Space");
  await expect(page.locator(".toast")).toBeHidden();
});

async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press("Tab");
    const current = await focused(page);
    if (name.test(current)) return;
    passed.push(current.slice(0, 30));
  }
  throw new Error(`Tab does not reach ${name}, but ${passed.join(", ")}.`);
}

test("a letter is written, scheduled and sealed with the keyboard alone", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  for (const [label, text] of [
    [/^Recipient name/, "Tom"],
    [/^Recipient e-mail/, "tom@example.org"],
    [/^Message/, "Dear Tom"],
  ] as const) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  }
  await tabTo(page, /^In 1 year/);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Delivery date")).not.toHaveValue("");
  await ready(page);
  await tabTo(page, /^Memory Title/);
  await page.keyboard.type("By keyboard");
  await tabTo(page, /^Schedule Memory/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Memory Created")).toBeVisible();
  await ready(page);
  await tabTo(page, /^Seal it/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Seal “By keyboard”?" })).toBeVisible();
  await ready(page);
  await tabTo(page, /^Seal it$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Memory sealed")).toBeVisible();
});

for (const viewport of [
  { width: 390, height: 700 },
  { width: 1280, height: 720 },
]) {
  test(`the bar covers nothing that has the focus in the form of a letter, ${viewport.width} px wide`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize(viewport);
    await enter(page, await open());
    await openLetter(page);
    await page.locator(".vault-form details").evaluateAll((all: HTMLDetailsElement[]) => {
      for (const details of all) details.open = true;
    });
    await page.locator("#main").focus();
    const covered: string[] = [];
    let last = "";
    for (let step = 0; step < 60 && !/^Terms/.test(last); step += 1) {
      await page.keyboard.press("Tab");
      last = await focused(page);
      const isSeen = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { left, top, width, height } = element.getBoundingClientRect();
        // The field of the message is higher than the screen.
        return [0.1, 0.5, 0.9].some((part) => {
          const shown = document.elementFromPoint(left + width / 2, top + height * part);
          const bar = shown?.closest(".schedule-bar");
          return shown && (!bar || bar.contains(element));
        });
      });
      if (!isSeen) covered.push(last);
    }
    expect(last).toMatch(/^Terms/);
    expect(covered).toEqual([]);
  });
}

test("beside a long letter, everything else of its form stays within reach", async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await enter(page, await open());
  await openLetter(page);
  await page.getByLabel("Message").evaluate((field: HTMLTextAreaElement) => {
    field.value = "Dear Mia\n".repeat(500);
  });
  await page.evaluate(() => window.scrollTo(0, 3_000));
  await expect(page.getByRole("button", { name: "Schedule Memory", exact: true })).toBeInViewport({ ratio: 1 });
  for (const field of [page.getByLabel("Delivery date"), page.getByRole("checkbox", { name: "Seal it" })]) {
    await field.focus();
    await expect(field).toBeInViewport({ ratio: 1 });
  }
});

test("passing empty fields with Tab shows no errors", async ({ page, open, hasScript }) => {
  await enter(page, await open());
  await openLetter(page);
  await page.getByLabel("Recipient e-mail").fill("mia");
  await page.keyboard.press("Tab");
  const errors = page.locator(".field-error");
  await expect(errors).toHaveText(hasScript ? ["Please enter a valid email address"] : []);
  for (let step = 0; step < 20; step += 1) await page.keyboard.press("Tab");
  await expect(errors).toHaveCount(hasScript ? 1 : 0);
});
