import { expect, ready, test } from "./setup/fixtures";

test("the public pages lead to each other and into the form", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "See How It Works" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("How it works");
  const footer = page.getByRole("contentinfo");
  for (const [link, title] of [
    ["About", "Some words are for later"],
    ["FAQ", "Questions and answers"],
    ["Terms", "Terms"],
    ["Privacy", "Privacy"],
  ] as const) {
    await footer.getByRole("link", { name: link, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  }
  await page.goto("/about");
  await page.getByRole("link", { name: "Create Your First Vault" }).click();
  await expect(page.getByRole("heading", { name: "Create a New Memory" })).toBeVisible();
});

test("a card of the home page leads to its form", async ({ page }) => {
  for (const [card, field] of [
    ["A vault to send to someone", "Recipient name"],
    ["Memory Board", "Memory Title"],
    ["Future Self", "Memory Title"],
  ] as const) {
    await page.goto("/");
    await page.getByRole("link", { name: card }).click();
    await ready(page);
    await expect(page.getByLabel(field)).toBeVisible();
  }
});

test("an answer opens, and the link of a clause leads to it", async ({ page }) => {
  await page.goto("/faq");
  const answer = page.getByText("That opens your vault, and only yours.", { exact: false });
  await expect(answer).toBeHidden();
  await page.getByText("Does my recipient need an account?").click();
  await expect(answer).toBeVisible();
  await page.goto("/terms");
  await page.getByRole("link", { name: "7. Delivery" }).click();
  await expect(page).toHaveURL(/#delivery$/);
  await expect(page.getByRole("heading", { name: "7. Delivery" })).toBeInViewport();
});

test.describe("the walk-through", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("plays by itself until one of its pictures is chosen", async ({ page }) => {
    await page.goto("/how-it-works");
    const frame = page.locator(".reel-frame", { has: page.getByAltText("The letter, open") });
    await expect(frame).toHaveCSS("animation-name", "reel-frame");
    await page.getByRole("radio", { name: "They read it" }).check();
    await expect(frame).toHaveCSS("animation-name", "none");
    await expect(page.getByAltText("The letter, open")).toBeVisible();
    await expect(page.getByAltText("The form of a letter, with its message")).toBeHidden();
    await page.getByRole("radio", { name: "Play all" }).check();
    await expect(frame).toHaveCSS("animation-name", "reel-frame");
  });
});

test.describe("the examples on Home", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("follow each other until one is chosen", async ({ page }) => {
    await page.goto("/");
    const frame = page.locator(".reel-frame", { hasText: "The recipe, in my own voice" });
    await expect(frame).toHaveCSS("animation-name", "reel-frame");
    await page.getByRole("radio", { name: "A grandmother" }).check();
    await expect(frame).toHaveCSS("animation-name", "none");
    await expect(frame).toBeVisible();
    await expect(page.getByText("Forty-one guests on one board", { exact: false })).toBeHidden();
  });

  test("stop while the keyboard is on them", async ({ page }) => {
    await page.goto("/");
    const frame = page.locator(".reel-frame", { hasText: "The recipe, in my own voice" });
    await expect(frame).toHaveCSS("animation-play-state", "running");
    await page.getByRole("radio", { name: "Play all" }).focus();
    await expect(frame).toHaveCSS("animation-play-state", "paused");
    await page.keyboard.press("Tab");
    await expect(frame).toHaveCSS("animation-play-state", "running");
  });
});

test("the steps are announced by their names", async ({ page, devTools }) => {
  await page.goto("/how-it-works");
  const { nodes } = await devTools.send("Accessibility.getFullAXTree");
  const headings = nodes.filter(({ role }) => role?.value === "heading").map(({ name }) => name?.value);
  expect(headings).toEqual(expect.arrayContaining(["Create", "Time-lock", "Deliver"]));
});

test("a link in the footer leads to the top of the next page", async ({ page }) => {
  await page.goto("/terms");
  const seenFrom = () => page.evaluate(() => window.scrollY);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).scrollIntoViewIfNeeded();
  expect(await seenFrom()).toBeGreaterThan(500);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy");
  expect(await seenFrom()).toBe(0);
});

test("a printed heading stays with its text", async ({ page }) => {
  await page.goto("/");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Three ways to keep a moment" })).toHaveCSS("break-after", "avoid");
});

test("public pages fade into each other, unless motion is not wanted", async ({ page }) => {
  await page.goto("/about");
  const hasFade = () =>
    page.evaluate(() => {
      const fades = (rules: CSSRuleList): boolean =>
        [...rules].some((rule) => {
          if (rule.constructor.name === "CSSViewTransitionRule") return true;
          if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) return false;
          return "cssRules" in rule && fades(rule.cssRules as CSSRuleList);
        });
      return [...document.styleSheets].some((sheet) => fades(sheet.cssRules));
    });
  expect(await hasFade()).toBe(false);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await hasFade()).toBe(true);
});

/** A pixel, by which a heading grows when its font arrives. */
const IMPERCEPTIBLE = 0.005;

test("nothing moves while a public page loads", async ({ page, hasScript }) => {
  test.skip(!hasScript, "frames cannot be counted without script");
  for (const path of ["/", "/how-it-works", "/about", "/faq", "/help", "/promise", "/privacy", "/auth?mode=login"]) {
    await page.goto(path);
    await page.evaluate(async () => {
      await document.fonts.ready;
    });
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const shifts: PerformanceEntryList = [];
          const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
          observer.observe({ type: "layout-shift", buffered: true });
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              shifts.push(...observer.takeRecords());
              resolve(shifts.reduce((sum, shift) => sum + (shift as unknown as { value: number }).value, 0));
            }),
          );
        }),
    );
    expect(moved, path).toBeLessThan(IMPERCEPTIBLE);
  }
});

test("nothing is fetched from another host, and no module where scripts are off", async ({ page, hasScript }) => {
  const [hosts, scripts] = [new Set<string>(), new Set<string>()];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http")) hosts.add(url.host);
    if (url.pathname.endsWith(".js")) scripts.add(url.pathname);
  });
  for (const path of ["/", "/faq", "/auth?mode=login", "/create"]) {
    await page.goto(path);
    await ready(page);
  }
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  expect(scripts.size > 0).toBe(hasScript);
});
