import { deliverLetter, sendLetter } from "../setup/accounts";
import { enter, expect, ready, test } from "../setup/fixtures";

test("an empty timeline explains itself", { tag: "@scriptless" }, async ({ page, open }) => {
  await enter(page, await open());
  await page.goto("/timeline");
  await expect(page.getByRole("heading", { name: "Nothing on your timeline yet" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Create A Vault Now" })).toBeVisible();
});

test("is searched and filtered by its URL, and cleared", async ({ page, open, mailbox }) => {
  const [anna, ben] = [
    await open(),
    await open({ person: { name: "Ben Adler", email: `ben-${Date.now()}@example.org`, password: "Kept-4-Leo" } }),
  ];
  await sendLetter(anna, { title: "Plum cake", message: "Six eggs" });
  await sendLetter(anna, { title: "The bicycle", date: "2051-03-01" });
  await deliverLetter(ben, mailbox, { title: "From Ben, at last", recipientEmail: anna.email });
  await enter(page, anna);
  await page.goto("/timeline");
  await ready(page);
  const titles = page.getByRole("article").getByRole("heading");
  await expect(titles).toHaveText(["The bicycle", "Plum cake", "From Ben, at last"]);
  await expect(page.getByRole("article").filter({ hasText: "From Ben" })).toContainText("Received");

  await page.getByLabel("Search").fill("eggs");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/search=eggs/);
  await expect(titles).toHaveText(["Plum cake"]);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(titles).toHaveCount(3);
  await expect(page.getByLabel("Search")).toHaveValue("");

  await page.getByLabel("Sender").selectOption("Ben Adler");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(titles).toHaveText(["From Ben, at last"]);
  await page.getByLabel("Sender").selectOption("Me");
  await page.getByLabel("Tag").selectOption("Photo");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).last().click();
  await titles.getByRole("link", { name: "The bicycle" }).click();
  await expect(page.getByRole("link", { name: "Edit Memory" })).toBeVisible();
});

test("shows the photos of readable vaults", { tag: "@scriptless" }, async ({ page, sample }) => {
  await page.context().addCookies(sample.demo.cookies());
  await page.goto("/timeline");
  const photo = page.getByRole("img", { name: "The hill behind our house" });
  await expect(photo).toHaveAttribute("loading", "lazy");
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test.describe("where a photo can't be loaded", () => {
  test.use({ expected: /404/ });

  test("its place keeps the stamp", async ({ page, sample, hasScript }) => {
    test.skip(!hasScript, "Without script the browser shows the photo's description");
    await page.context().addCookies(sample.demo.cookies());
    await page.route("**/media/**", (route) => route.fulfill({ status: 404 }));
    // React comes after the error.
    const refused = page.waitForResponse("**/media/**").then((response) => response.finished());
    await page.route("**/*.js", async (route) => {
      await refused;
      await route.continue();
    });
    await page.goto("/timeline", { waitUntil: "commit" });
    const card = page.getByRole("article").filter({ hasText: "For Leo, at seven" });
    await card.scrollIntoViewIfNeeded();
    await ready(page);
    await expect(card.locator("img")).toHaveCount(0);
  });
});
