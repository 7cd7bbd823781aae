import type { Account } from "../setup/accounts";
import { openBoard } from "../setup/boards";
import { enter, expect, follow, joinAs, type Page, ready, test } from "../setup/fixtures";
import { play } from "../setup/play";

test.use({ isIsolated: true, expected: /502/ });

async function tellStory(guest: Page, story: string): Promise<void> {
  await follow(guest, guest.getByRole("link", { name: "Tell a story" }));
  await guest.getByLabel("Your story").fill(story);
  await guest.getByRole("button", { name: "Put it on the board" }).click();
  await expect(guest.getByText(story)).toBeVisible();
}

/** Opens the wall of a board that `tom` joins, whose event stream is refused at first. */
async function openRefusedWall(page: Page, tom: Page, anna: Account): Promise<void> {
  const { board, link } = await openBoard(anna, { isOpen: "on" });
  await joinAs(tom, link, "Tom");
  await enter(page, anna);
  await page.clock.install();
  await page.route("**/live?*", (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
  const refused = page.waitForResponse("**/live?*");
  await page.goto(`/memories/${board}/wall`);
  expect((await refused).status()).toBe(502);
}

test("a wall follows its guests, also after its connection was refused", async ({ page, visitor, open }) => {
  const tom = await visitor();
  await openRefusedWall(page, tom, await open());
  await expect(page.getByText("Nothing here yet")).toBeVisible();
  await tellStory(tom, "You taught me to ride a bike.");
  await page.unroute("**/live?*");

  await page.clock.fastForward(16_000);
  await expect(page.getByText("You taught me to ride a bike.")).toBeVisible();
  await tellStory(tom, "You let go without telling me.");
  await expect(page.locator(".wall").getByRole("listitem").first()).toContainText("You let go");

  await tom
    .getByRole("link", { name: /^Change piece/ })
    .first()
    .click();
  await tom.getByRole("button", { name: "Take this piece back" }).click();
  await expect(page.locator(".wall").getByRole("listitem")).toHaveCount(1);
});

test("a wall from before an update of the server reloads, but not while something plays", async ({
  page,
  visitor,
  open,
}) => {
  const tom = await visitor();
  await openRefusedWall(page, tom, await open());
  await page.evaluate(() => Object.assign(window.__remixManifest, { version: "earlier" }));
  await page.unroute("**/live?*");
  const outdated = page.waitForResponse((response) => response.url().includes("/live?") && response.ok());
  const stop = await play(page);
  await page.clock.fastForward(16_000);
  await outdated;
  await page.clock.fastForward(16_000);
  const loaded = page.waitForEvent("load");
  expect(await page.evaluate(() => window.__remixManifest.version)).toBe("earlier");
  await stop();
  await page.clock.fastForward(16_000);
  await loaded;
  await ready(page);
  expect(await page.evaluate(() => window.__remixManifest.version)).not.toBe("earlier");
  await tellStory(tom, "You taught me to ride a bike.");
  await expect(page.locator(".wall").getByRole("listitem")).toHaveCount(1);
});
