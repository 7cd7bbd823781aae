import { enter, expect, ready, test } from "./setup/fixtures";

test("asking the help page, and reading on", { tag: "@scriptless" }, async ({ page }) => {
  await page.goto("/help");
  await ready(page);
  const chat = page.getByRole("log", { name: "Conversation" });
  await expect(chat).toContainText("Hello! Ask me how something works here");
  await page.getByLabel("Your question").fill("What does sealing a vault do?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(chat).toContainText(
    "Once a vault is sealed, no one, not even you, can read or change it before its day.",
  );
  await page.getByLabel("Your question").fill("What's the weather in Paris tomorrow?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(chat).toContainText("I don’t know the answer to that.");

  await chat.getByRole("link", { name: "What does sealing a vault do?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What does sealing a vault do?");
  await expect(page.getByText("A sealed memory board takes no more pieces")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Help", exact: true }).click();
  await expect(chat).toContainText("I don’t know the answer to that.");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(chat).not.toContainText("I don’t know");
});

test("the help button leads to the help page without script", { tag: "@scriptless" }, async ({ page, hasScript }) => {
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByRole("complementary", { name: "Help" }).getByRole("link").click();
  if (!hasScript) await expect(page).toHaveURL(/\/help$/);
  await expect(page.getByLabel("Your question")).toBeVisible();
});

test("on a phone, the help button floats, and rests after the page", async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await enter(page, await open());
  await page.goto("/dashboard");
  const link = page.getByRole("complementary", { name: "Help" }).getByRole("link");
  await expect(link).toBeInViewport();
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  const last = await page.locator("main > :not(.live-toast)").last().boundingBox();
  const button = await link.boundingBox();
  const footer = await page.getByRole("contentinfo").boundingBox();
  expect(button?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0));
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
});

for (const width of [1024, 1280, 1440]) {
  test(`at ${width} pixels, the help button covers nothing`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 800 });
    await enter(page, await open());
    await page.goto("/settings/plan");
    const main = await page.getByRole("main").boundingBox();
    const button = await page.getByRole("complementary", { name: "Help" }).getByRole("link").boundingBox();
    expect(button?.x).toBeGreaterThan((main?.x ?? 0) + (main?.width ?? 0));
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan(width);
  });
}

test("on a phone, the help button makes way while one reads on", { tag: "@scriptless" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto("/pricing");
  await ready(page);
  const place = page.getByRole("complementary", { name: "Help" });
  await expect(place).toHaveCSS("opacity", "1");
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 200);
  await expect(place).toHaveCSS("opacity", "0");
  await place.getByRole("link").focus();
  await expect(place).toHaveCSS("opacity", "1");
  await place.getByRole("link").blur();
  await page.mouse.wheel(0, -50);
  await expect(place).toHaveCSS("opacity", "1");
  await page.mouse.wheel(0, 9000);
  await expect(place).toHaveCSS("opacity", "1");
});
