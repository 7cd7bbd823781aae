import { enter, expect, follow, ready, test } from "../setup/fixtures";
import { holdRequests } from "../setup/hold-requests";

test.use({ expected: /ERR_FAILED|429/ });

test("the help panel opens, streams answers and keeps them", async ({ page }) => {
  await page.goto("/auth?mode=login");
  await ready(page);
  const button = page.getByRole("complementary", { name: "Help" }).getByRole("link");
  await button.click();
  const panel = page.getByRole("dialog", { name: "Help" });
  const field = panel.getByLabel("Your question");
  await expect(field).toBeFocused();
  await expect(panel.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "true");
  await field.press("Enter");
  await expect(panel.getByRole("listitem")).toHaveCount(1);
  await expect(panel.getByRole("button", { name: "Clear" })).toHaveCount(0);

  await field.fill("What does sealing");
  await field.press("Shift+Enter");
  await field.pressSequentially("a vault do?");
  await expect(field).toHaveValue("What does sealing\na vault do?");
  await field.press("Enter");
  await expect(panel.getByText("Once a vault is sealed, no one, not even you")).toBeVisible();
  await expect(panel.getByRole("link", { name: "What does sealing a vault do?" })).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  await expect(panel.getByRole("button", { name: "Clear" })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?mode=login$/);

  await field.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.press("Enter");
  await expect(panel.getByText("Once a vault is sealed, no one, not even you")).toBeVisible();
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toHaveCount(0);
});

test("the help opens in one panel, also when its button is pressed again while it loads", async ({ page }) => {
  const held: (() => void)[] = [];
  await page.route(/\/help(\.js)?$/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto("/auth?mode=login");
  await ready(page);
  const button = page.getByRole("complementary", { name: "Help" }).getByRole("link");
  const panel = page.getByRole("dialog", { name: "Help" });
  for (const loaded of ["the script", "the chat"]) {
    await button.click();
    await button.click();
    await expect.poll(() => held.length, loaded).toBe(1);
    held.pop()?.();
  }
  await expect(panel.getByLabel("Your question")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/\/auth\?mode=login$/);
});

for (const [what, address] of [
  ["script", /\/help\.js$/],
  ["chat", /\/help$/],
] as const) {
  test(`the help opens where its button was pressed last, also if its ${what} is slow`, async ({ page, open }) => {
    await enter(page, await open());
    const { held, letGo } = await holdRequests(page, address);
    await page.goto("/dashboard");
    await ready(page);
    const button = page.getByRole("complementary", { name: "Help" }).getByRole("link");
    await button.click();
    await expect.poll(held).toBe(1);
    await follow(page, page.getByRole("banner").getByRole("link", { name: "Timeline" }));
    await button.click();
    letGo();
    const panel = page.getByRole("dialog", { name: "Help" });
    await expect(panel.getByLabel("Your question")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
    await expect(button).toBeFocused();
    await expect(page).toHaveURL(/\/timeline$/);
  });

  test(`a page that was opened meanwhile stays when the help's ${what} does not load`, async ({ page, open }) => {
    await enter(page, await open());
    const fail = Promise.withResolvers<void>();
    let loads = 0;
    await page.route(address, async (route) => {
      await fail.promise;
      await route.abort();
    });
    await page.goto("/dashboard");
    await ready(page);
    page.on("request", (request) => (loads += request.isNavigationRequest() ? 1 : 0));
    const asked = page.waitForRequest(address);
    await page.getByRole("complementary", { name: "Help" }).getByRole("link").click();
    await asked;
    await follow(page, page.getByRole("banner").getByRole("link", { name: "Timeline" }));
    const failed = page.waitForEvent("requestfailed");
    fail.resolve();
    await failed;
    await follow(page, page.getByRole("banner").getByRole("link", { name: "Dashboard" }));
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(loads).toBe(0);
  });
}

test("an answer does not take the focus from a field of the page", async ({ page, open }) => {
  await enter(page, await open());
  const { held, letGo } = await holdRequests(page, "**/help/stream");
  await page.goto("/timeline");
  await ready(page);
  await page.getByRole("complementary", { name: "Help" }).getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "Help" });
  await panel.getByLabel("Your question").fill("What does sealing a vault do?");
  await panel.getByLabel("Your question").press("Enter");
  await expect.poll(held).toBe(1);
  const search = page.getByLabel("Search");
  await search.focus();
  letGo();
  await expect(panel.getByText("Once a vault is sealed, no one, not even you")).toBeVisible();
  await expect(panel.getByRole("log")).not.toHaveAttribute("aria-busy");
  await expect(search).toBeFocused();
});

test("the help's button is a link once its script did not load, also on a page that stays", async ({ page }) => {
  let opened = 0;
  await page.route(/\/help\.js$/, (route) => route.abort());
  await page.route(/\/help$/, (route) => {
    opened += 1;
    return route.fulfill({ status: 204 });
  });
  await page.goto("/auth?mode=login");
  await ready(page);
  const button = page.getByRole("complementary", { name: "Help" }).getByRole("link");
  for (const times of [1, 2]) {
    await button.click();
    await expect.poll(() => opened, "how often the page was asked for").toBe(times);
  }
});

test("the help panel fits a phone on its side", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 320 });
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByRole("complementary", { name: "Help" }).getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "Help" });
  const foot = panel.getByText("Answers come from our help pages.");
  await foot.scrollIntoViewIfNeeded();
  const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN);
  expect(bottomOf(await foot.boundingBox())).toBeLessThan(bottomOf(await panel.boundingBox()));
  await expect(foot).toBeInViewport({ ratio: 1 });
});

test("only the conversation scrolls in the help panel", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  await page.goto("/auth?mode=login");
  await ready(page);
  await page.getByRole("complementary", { name: "Help" }).getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "Help" });
  const field = panel.getByLabel("Your question");
  for (const question of ["What does sealing a vault do?", "Can you recommend a restaurant?"]) {
    await field.fill(question);
    await field.press("Enter");
    await expect(panel.getByText(question).first()).toBeVisible();
    await expect(field).toHaveValue("");
  }
  await expect(panel.getByText("I don’t know the answer to that.")).toBeVisible();
  const hidden = (box: HTMLElement) => box.scrollHeight - box.clientHeight;
  expect(await panel.getByRole("log").evaluate(hidden), "what the conversation hides").toBeGreaterThan(100);
  expect(await panel.evaluate(hidden), "blank space under the panel's parts").toBe(0);
});

test("a question that could not be sent is not lost", async ({ page }) => {
  await page.goto("/help");
  await ready(page);
  const field = page.getByLabel("Your question");
  await page.route("**/help/stream", (route) => route.abort());
  await field.fill("Is it encrypted?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to send message. Please try again.");
  await expect(page.getByText("I'm sorry, I'm having trouble responding right now.")).toBeVisible();
  await expect(field).toHaveValue("Is it encrypted?");
  await page.unroute("**/help/stream");
  await page.route("**/help/stream", (route) =>
    route.fulfill({ status: 429, json: { error: { "": ["You’re doing that too often."] } } }),
  );
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toContainText("You’re doing that too often.");
  await expect(field).toHaveValue("Is it encrypted?");
  await page.unroute("**/help/stream");
  const failure = "Failed to get response from AI agent";
  await page.route("**/help/stream", (route) => route.fulfill({ body: `data: {"error":"${failure}"}\n\n` }));
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toContainText(failure);
  await expect(page.getByText("I'm sorry, I'm having trouble responding right now.")).toHaveCount(2);
  await expect(field).toHaveValue("Is it encrypted?");
  await page.unroute("**/help/stream");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("What you write is stored encrypted, every vault with its own key")).toBeVisible();
});
