import type { Locator } from "playwright/test";
import { sendLetter } from "./setup/accounts";
import { enter, expect, ready, test } from "./setup/fixtures";

test("an unknown URL shows the not-found page with a link home", async ({ page }) => {
  const response = await page.goto("/nowhere/at/all");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle(/not found/i);
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL(/\/\?home$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Write it today.");
});

test("old URLs of the forms redirect to the new ones and keep the return path", { tag: "@scriptless" }, async ({
  page,
}) => {
  await page.goto("/sign-in?redirectTo=%2Fcreate");
  await expect(page).toHaveURL(/\/auth\?/);
  expect(new URL(page.url()).searchParams.get("mode")).toBe("login");
  expect(new URL(page.url()).searchParams.get("redirectTo")).toBe("/create");
  await page.goto("/sign-up");
  await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
});

test("the home page is public; a signed-in user who opens / gets the dashboard", async ({ page, open }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Get Started Free" })).toBeVisible();
  await enter(page, await open());
  await page.goto("/");
  await expect(page).toHaveURL(/\/dashboard$/);
  await ready(page);
  await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL(/\/\?home$/);
  await expect(page.getByRole("link", { name: "View Your Vaults" })).toBeVisible();
});

test("a signed-in user is not shown the sign-in forms", { tag: "@scriptless" }, async ({ page, open }) => {
  await enter(page, await open());
  for (const mode of ["login", "signup"]) {
    await page.goto(`/auth?mode=${mode}`);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});

test("zooming is locked until the user allows it, then on every page", async ({ page }) => {
  const viewport = page.locator("meta[name=viewport]");
  await page.goto("/auth?mode=signup");
  await ready(page);
  await expect(viewport).toHaveAttribute("content", /maximum-scale=1/);
  const zoom = page.getByRole("switch", { name: "Allow zoom" });
  await expect(zoom).not.toBeChecked();
  await zoom.click();
  await expect(zoom).toBeChecked();
  await expect(page).toHaveURL(/\/auth\?mode=signup$/);
  await expect(viewport).not.toHaveAttribute("content", /maximum-scale/);
  await page.goto("/");
  await expect(viewport).not.toHaveAttribute("content", /maximum-scale/);
  await zoom.click();
  await expect(zoom).not.toBeChecked();
  await expect(viewport).toHaveAttribute("content", /maximum-scale=1/);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the menu opens without script, greets by first name and has each link once", async ({ page, open }) => {
    const account = await open();
    await enter(page, account);
    await page.goto("/dashboard");
    await ready(page);
    const menu = page.locator("details.menu");
    const header = page.getByRole("banner");
    await expect(header.getByText(account.email)).toBeHidden();
    await menu.locator("summary").click();
    await expect(header.getByText("Hello, Anna")).toBeVisible();
    await expect(header.getByText(account.email)).toBeVisible();
    const links = await header
      .locator("a")
      .evaluateAll((all) => all.map((link) => `${link.getAttribute("href")} ${link.textContent}`));
    expect(new Set(links).size, links.join(", ")).toBe(links.length);
    await header.getByRole("link", { name: "Timeline" }).click();
    await expect(page.getByRole("heading", { name: "Timeline", exact: true })).toBeVisible();
    await expect(menu, "the menu closes behind one").not.toHaveAttribute("open");
  });

  test("the entries of the menu look alike", async ({ page, open }) => {
    await enter(page, await open());
    await page.goto("/dashboard");
    await ready(page);
    const menu = page.locator("details.menu");
    await menu.locator("summary").click();
    const sizes = await page
      .locator(".menu-sheet :is(a, button)")
      .evaluateAll((entries) => entries.map((entry) => getComputedStyle(entry).fontSize));
    expect(sizes.length).toBeGreaterThan(3);
    expect(new Set(sizes).size).toBe(1);
  });

  test("the header is one line on small phones", async ({ page, open }) => {
    await enter(page, await open());
    await page.goto("/dashboard");
    for (const width of [320, 360, 375, 390]) {
      await page.setViewportSize({ width, height: 640 });
      const header = await page.getByRole("banner").boundingBox();
      expect(header?.height, `at ${width} px`).toBeLessThan(100);
    }
  });

  test("pages fit when text is twice as large", async ({ page, open }) => {
    await enter(page, await open());
    for (const path of ["/dashboard", "/activity", "/create?type=send-to-someone&step=form", "/settings/plan"]) {
      await page.goto(path);
      const wider = await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
        return document.documentElement.scrollWidth - window.innerWidth;
      });
      expect(wider, path).toBeLessThanOrEqual(0);
    }
  });

  test("the tabs of the activity fit, with their counts", async ({ page, open }) => {
    await enter(page, await open());
    await page.goto("/activity");
    const fits = (nav: HTMLElement) => nav.scrollWidth <= nav.clientWidth;
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.locator(".tabs").evaluate(fits), `at ${width} px`).toBe(true);
    }
  });

  test("the fields of a backup contact are apart", async ({ page, open }) => {
    const account = await open();
    const id = await sendLetter(account, { backupName: "Ben", backupEmail: "ben@example.org" });
    await enter(page, account);
    await page.goto(`/memories/${id}/address`);
    const second = await page.getByLabel("Second e-mail (optional)").boundingBox();
    const label = await page.getByText("Backup contact (optional)").boundingBox();
    expect((label?.y ?? 0) - ((second?.y ?? 0) + (second?.height ?? 0))).toBeGreaterThanOrEqual(12);
  });

  test("all touch targets are large enough", async ({ page, open }) => {
    await enter(page, await open());
    for (const path of ["/dashboard", "/create?type=send-to-someone&step=form", "/auth?mode=reset"]) {
      await page.goto(path);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("button, summary, input:not([type=hidden]), select, .button")]
          .map((element) => (element.matches("[type=checkbox]") ? (element.closest("label") ?? element) : element))
          .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
          .map((element) => `${element.textContent} ${element.getBoundingClientRect().height}`),
      );
      expect(small, path).toEqual([]);
    }
  });

  test("links that stand alone are as large as a finger", async ({ page, sample, hasScript }) => {
    const small: string[] = [];
    const measure = async (links: Locator) => {
      await expect(links.first()).toBeVisible();
      const found = await links.evaluateAll((all) =>
        all
          .filter((link) => link.getBoundingClientRect().height < 44)
          .map((link) => `${link.textContent} ${link.getBoundingClientRect().height}`),
      );
      small.push(...found);
    };
    await page.goto("/terms");
    await page.getByText("Contents", { exact: true }).click();
    await measure(page.getByRole("navigation", { name: "Contents" }).getByRole("link"));

    await page.goto("/help");
    await ready(page);
    await page.getByLabel("Your question").fill("What does sealing a vault do?");
    await page.getByRole("button", { name: "Send" }).click();
    await measure(page.getByRole("log", { name: "Conversation" }).getByRole("link"));

    if (hasScript) {
      await page.goto("/auth?mode=login");
      await ready(page);
      await page.getByRole("complementary", { name: "Help" }).getByRole("link").click();
      await measure(page.getByRole("dialog", { name: "Help" }).getByRole("link", { name: "All help pages" }));
    }

    await page.context().addCookies(sample.party.cookies());
    await page.goto(sample.invited.page);
    await measure(page.getByRole("link", { name: /^Change (this )?piece/ }));

    await page.context().addCookies(sample.keeper.cookies());
    await page.goto(`/memories/${sample.invited.board}/wall?show=2&still`);
    await ready(page);
    await measure(page.getByRole("link", { name: "Back to the board" }));
    expect(small).toEqual([]);
  });
});
