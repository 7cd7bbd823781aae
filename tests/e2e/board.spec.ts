import type { Locator } from "playwright/test";
import { inviteToBoard, openBoard } from "./setup/boards";
import { enter, expect, joinAs, ready, test } from "./setup/fixtures";
import { leftOf } from "./setup/left-of";

test("a board is read as a wall with the author of each item", async ({ page, sample, hasScript }) => {
  await page.context().addCookies(sample.full.cookies());
  await page.goto(`/memories/${sample.board}`);
  await ready(page);
  await expect(page.getByText("5 pieces from 1 person, gathered by Anna Berger")).toBeVisible();
  const words = page.getByRole("figure").filter({ hasText: "We asked everybody for one picture of you." });
  await expect(words).toContainText("Anna Berger");
  const pieces = page.locator(".wall").getByRole("listitem");
  await expect(pieces).toHaveCount(5);
  const authorOf = (piece: Locator) => piece.getByText("From Anna Berger", { exact: true });
  for (const piece of await pieces.all()) await expect(authorOf(piece)).toBeVisible();
  await expect(pieces.nth(3)).toContainText("At noon, before the rain");
  const humming = pieces.nth(4);
  await expect(humming).toContainText("What he hummed while he shaved");
  await expect(humming.locator("audio")).toHaveAccessibleName("What he hummed while he shaved");

  const stage = page.getByRole("region", { name: "Slideshow" });
  await page.emulateMedia({ media: "print" });
  await expect(authorOf(pieces.nth(4))).toBeVisible();
  await expect(stage).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  const third = pieces.nth(2).getByRole("link");
  if (hasScript) {
    await expect(stage.getByText("1 of 4")).toBeVisible();
    await third.click();
    const box = page.getByRole("dialog", { name: "Photos" });
    await expect(box.getByText("3 of 4")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(third).toBeFocused();
    return;
  }
  await expect(stage).toHaveCount(0);
  expect(await page.locator("photo-stage").evaluate(({ offsetHeight }: HTMLElement) => offsetHeight)).toBe(0);
  await expect(page.getByRole("button", { name: /slideshow|play/i })).toHaveCount(0);
  await third.click();
  await expect(page.getByRole("heading", { name: "Photo 3 of 4" })).toBeAttached();
  await expect(page.getByText("From Anna Berger")).toBeVisible();
  await page.getByRole("link", { name: "Back to" }).click();
  await expect(pieces).toHaveCount(5);
});

test("the links under pieces are as large as a finger", async ({ page, sample }) => {
  await page.context().addCookies(sample.partyRecipient.cookies());
  await page.goto(`/memories/${sample.revealed.board}`);
  await ready(page);
  for (const name of ["Save this recording", "Report this piece"]) {
    const reach = await page
      .getByRole("link", { name })
      .first()
      .evaluate((link) => {
        link.scrollIntoView({ block: "center" });
        const { x, y, width, height } = link.getBoundingClientRect();
        const [centre, middle] = [x + width / 2, y + height / 2];
        const hits = (right: number, down: number) => document.elementFromPoint(centre + right, middle + down) === link;
        return [hits(0, -21.5), hits(0, 21.5), hits(-21.5, 0), hits(21.5, 0)];
      });
    expect(reach, name).toEqual([true, true, true, true]);
  }
});

test("a host is told of new pieces until they open the board", async ({ page, open, baseURL }) => {
  const anna = await open();
  const { board } = await inviteToBoard(baseURL ?? "", anna);
  await enter(page, anna);
  await page.goto("/dashboard");
  await ready(page);
  const news = page.getByRole("link", { name: "5 new pieces on “Grandpa’s eightieth” from Karl and Aunt Noor" });
  await news.click();
  await expect(page).toHaveURL(new RegExp(`/memories/${board}$`));
  await expect(page.getByRole("heading", { name: "5 pieces from 2 guests" })).toBeVisible();
  await page.getByRole("link", { name: "Look through them" }).click();
  await expect(page.getByRole("link", { name: "All (5)" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(news).toHaveCount(0);
});

test("a guest corrects what their photo is said to show", async ({ page, open, baseURL }) => {
  const { party, page: guest, piece } = await inviteToBoard(baseURL ?? "", await open());
  await page.context().addCookies(party.cookies());
  await page.goto(`${guest}/pieces/${piece}`);
  await ready(page);
  const description = page.getByLabel("What is in the picture?");
  await expect(description).toHaveValue("");
  await description.fill("Two boys in a boat that is going under");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(guest);
  await expect(page.getByRole("img", { name: "Two boys in a boat that is going under" })).toBeVisible();
  await page.goto(`${guest}/pieces/${piece}`);
  await expect(description).toHaveValue("Two boys in a boat that is going under");
});

test("each line of a welcome and of a piece has its own direction", async ({ page, open }) => {
  const host = await open();
  const { board, link } = await openBoard(host);
  await host.client.post(`/memories/${board}/invite`, { intent: "settings", welcome: "Come in,\nשלום!" });
  await joinAs(page, link, "Dana");
  await page.getByRole("link", { name: "Tell a story" }).click();
  await page.getByLabel("Your story").fill("Dear Otto,\nמזל טוב!");
  await page.getByRole("button", { name: "Put it on the board" }).click();
  const [welcome, piece] = [page.getByText("Come in,"), page.getByText("Dear Otto,")];
  expect(await leftOf(welcome, "!")).toBeLessThan(await leftOf(welcome, "שלום"));
  expect(await leftOf(piece, "!")).toBeLessThan(await leftOf(piece, "מזל"));
});
