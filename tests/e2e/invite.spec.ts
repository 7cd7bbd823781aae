import { phoneJpeg } from "../corpus/photos";
import { openBoard } from "./setup/boards";
import { enter, expect, fillLetter, joinAs, type Page, ready, test } from "./setup/fixtures";

// A guest who is told why a piece was not added gets a 409.
test.use({ expected: /404|409/ });

const linkOn = (page: Page) => page.getByLabel("Invite link").inputValue();

/** Adds a story, from the guest's page. */
async function tell(page: Page, story: string): Promise<void> {
  await page.getByRole("link", { name: "Tell a story" }).click();
  await ready(page);
  await page.getByLabel("Your story").fill(story);
  await page.getByRole("button", { name: "Put it on the board" }).click();
  await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible();
}

test("guests add to a board through its invite link, and the host moderates it", async ({
  page,
  visitor,
  open,
  mailbox,
  hasScript,
}) => {
  const anna = await open();
  await enter(page, anna);
  await page.goto("/create?type=memory-board&step=form");
  await ready(page);
  const link = await linkOn(page);
  const square = page.getByRole("img", { name: "QR code of the invite link" });
  await expect(square).toHaveAttribute("src", `${new URL(link).pathname}/qr.svg`);
  await square.scrollIntoViewIfNeeded();
  await expect.poll(() => square.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  if (hasScript) {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
    });
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Your browser didn’t allow it. Please select the link and copy it.")).toBeVisible();
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, "writeText"));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Link Copied", { exact: true })).toBeVisible();
    await expect(page.getByText("Invite link copied to clipboard!")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  } else {
    await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(0);
  }

  const tom = await visitor();
  expect((await tom.goto(link))?.status()).toBe(404);
  // A refused form keeps its link, which becomes the board's once saved.
  await fillLetter(page, { title: "Otto is eighty", date: "2044-06-14" });
  await page.getByText("How guests take part").click();
  await page.getByLabel("Last day to add something").fill("2044-06-01");
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  expect(await linkOn(page)).toBe(link);
  await expect(page.getByLabel("Last day to add something")).toHaveValue("2044-06-01");
  await fillLetter(page, { message: "One picture of him, please." });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();

  await joinAs(tom, link, "Tom");
  await tom.getByRole("link", { name: "Add a photo or video" }).click();
  await ready(tom);
  await tom.getByLabel("Photos").setInputFiles({ name: "boat.jpg", mimeType: "image/jpeg", buffer: await phoneJpeg() });
  if (hasScript) await expect(tom.locator(".file").getByText("Upload Complete")).toBeVisible();
  await tom.getByLabel("What’s the story?").fill("The boat you swore was watertight.");
  await tom.getByRole("button", { name: "Put it on the board" }).click();
  await expect(tom.getByText("It’s on the board")).toBeVisible();
  await expect(tom.getByRole("img", { name: "The boat you swore was watertight." })).toBeVisible();

  const email = `tom.${Date.now()}@example.org`;
  await tom.getByLabel("Your email (optional)").fill(email);
  await tom.getByRole("button", { name: "Tell me when it opens" }).click();
  await expect(tom.getByText("One tap is missing")).toBeVisible();
  const mail = await mailbox.waitFor(email, (one) => one.text?.includes("/guest-link/") ?? false);
  const atHome = await visitor();
  await atHome.goto(/\/guest-link\/\S+/.exec(mail.text ?? "")?.[0] ?? "");
  await atHome.getByRole("button", { name: "Yes, that’s me" }).click();
  await expect(atHome.getByText("Email confirmed")).toBeVisible();
  await atHome.getByRole("link", { name: /^Change this piece|^Change$/ }).click();
  await atHome.getByLabel("What’s the story?").fill("The boat, in the summer of 1987.");
  await atHome.getByRole("button", { name: "Save" }).click();
  await expect(atHome.getByText("The boat, in the summer of 1987.")).toBeVisible();

  await page.goto("/dashboard");
  await page
    .getByRole("link", { name: /Otto is eighty/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Invite guests, and see who has joined" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: email })).toContainText("Tom");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(email)).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  expect(await linkOn(page)).toBe(link);
  await ready(page);
  await expect(page.getByLabel("Last day to add something")).toHaveValue("2044-06-01");
  await page.getByLabel("I look at each piece first").check();
  await page.getByLabel("Guests see each other’s pieces now").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("That’s how it works for your guests now.")).toBeVisible();

  const mia = await visitor();
  await joinAs(mia, link, "Mia");
  await tell(mia, "You taught me to ride a bike.");
  await expect(mia.getByText("The host will look at it first")).toBeVisible();
  await atHome.reload();
  await atHome.getByRole("link", { name: "See the board" }).click();
  await ready(atHome);
  await expect(atHome.getByText("The boat, in the summer of 1987.").first()).toBeVisible();
  await expect(atHome.getByText("You taught me to ride a bike.")).toHaveCount(0);

  await page.reload();
  await page.getByRole("link", { name: "Look through them" }).click();
  await ready(page);
  await page.getByRole("button", { name: "Approve the piece from Mia" }).click();
  await expect(page.getByText("The piece is on the board.")).toBeVisible();
  // New pieces come by themselves; without script the page refreshes itself.
  await expect(atHome.getByText("You taught me to ride a bike.")).toBeVisible({ timeout: 30_000 });

  await page.goto(page.url().replace(/\/pieces.*/, "/invite"));
  await ready(page);
  await page.getByRole("link", { name: "Remove Mia" }).click();
  await page.getByRole("button", { name: "Remove this guest" }).click();
  await expect(page.getByText("Guest removed")).toBeVisible();
  await mia.goto(link);
  await expect(mia.getByRole("button", { name: "Add your piece" })).toBeVisible();

  await ready(page);
  await page.getByText("Change or turn off the link").click();
  await page.getByRole("button", { name: "Make a new link" }).click();
  await expect(page.getByText("Invite link made")).toBeVisible();
  expect(await linkOn(page)).not.toBe(link);
  expect((await mia.goto(link))?.status()).toBe(404);
  await expect(mia.getByRole("heading", { name: "This link no longer works" })).toBeVisible();

  await tom.reload();
  await tom.getByRole("link", { name: "Take everything back" }).click();
  await tom.getByRole("button", { name: "Take everything back" }).click();
  await expect(tom.getByText("Everything is taken back")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No one has joined yet")).toBeVisible();
});

test("a guest whose board is paused meanwhile keeps what they wrote, and two taps add it once", async ({
  visitor,
  open,
}) => {
  const { client, id } = await open();
  const { board, link } = await openBoard({ client, id });
  const tom = await visitor();
  await joinAs(tom, link, "Tom");
  await tom.getByRole("link", { name: "Tell a story" }).click();
  await ready(tom);
  await client.post(`/memories/${board}/invite`, { intent: "settings", isPaused: "on" });
  await tom.getByLabel("Your story").fill("You taught me to ride a bike.");
  const put = tom.getByRole("button", { name: "Put it on the board" });
  await put.click();
  await expect(tom.getByText("new pieces are paused for now. What you wrote is still here.")).toBeVisible();
  await expect(tom.getByLabel("Your story")).toHaveValue("You taught me to ride a bike.");
  await client.post(`/memories/${board}/invite`, { intent: "settings", openedWith: "isPaused" });
  await ready(tom);
  await put.dblclick();
  await expect(tom.getByRole("heading", { name: "Thank you, Tom" })).toBeVisible();
  await expect(tom.getByRole("heading", { name: "Your piece" })).toBeVisible();
});

test("a guest who is removed while writing sees a message, and can copy their text", async ({ visitor, open }) => {
  const { client, id } = await open();
  const { board, link } = await openBoard({ client, id });
  await client.post(`/memories/${board}/invite`, { intent: "settings", welcome: "One picture of him, please." });
  const tom = await visitor();
  await tom.goto(link);
  await expect(tom.getByText("One picture of him, please.")).toBeVisible();
  await joinAs(tom, link, "Tom");
  await expect(tom.getByText("One picture of him, please.")).toBeVisible();
  await tom.getByRole("link", { name: "Tell a story" }).click();
  await ready(tom);
  await tom.getByLabel("Your story").fill("You taught me to ride a bike.");
  const [, guest = ""] = /guest\/(\w+)/.exec(tom.url()) ?? [];
  await client.post(`/memories/${board}/guests/${guest}`, {});
  await tom.getByRole("button", { name: "Put it on the board" }).click();
  await expect(tom.getByRole("heading", { name: "You’re no longer on this board’s list" })).toBeVisible();
  await expect(tom.getByLabel("What you wrote")).toHaveValue("You taught me to ride a bike.");
  await tom.goto(`/guest/${guest}`);
  await expect(tom.getByText("ask the host for a new invitation")).toBeVisible();
});

test("a printed table card has its title, code and link, even with the longest title", async ({ page, open }) => {
  const anna = await open();
  await enter(page, anna);
  const words = "Everyone who ever sailed with Otto, on all the lakes. ".repeat(4).slice(0, 200);
  for (const title of [words, "W".repeat(200), words.slice(0, 60)]) {
    const { board } = await openBoard(anna, { title });
    await page.goto(`/memories/${board}/cards`);
    await page.emulateMedia({ media: "print" });
    const card = page.getByRole("listitem").first();
    const cut = await card.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const rects = [...element.children].map((child) => child.getBoundingClientRect());
      return rects.some((rect) => rect.top < top || rect.bottom > bottom);
    });
    expect(cut, title).toBe(false);
    const heading = card.getByText(title.slice(0, 50));
    const isWhole = await heading.evaluate((element) => element.scrollHeight <= element.clientHeight);
    expect(isWhole, title).toBe(!title.startsWith("W"));
  }
});

test("a long story has the whole width of a printed board", async ({ page, open, visitor }) => {
  const anna = await open();
  await enter(page, anna);
  const { board, link } = await openBoard(anna);
  const karl = await visitor();
  await joinAs(karl, link, "Karl");
  await tell(karl, "He taught me to sail. ".repeat(60));
  await tell(karl, "And to swim.");
  await page.goto(`/memories/${board}/wall`);
  await page.emulateMedia({ media: "print" });
  const share = (text: string) =>
    page
      .locator(".wall")
      .getByRole("listitem")
      .filter({ hasText: text })
      .evaluate((piece) => piece.clientWidth / (piece.parentElement?.clientWidth ?? 0));
  expect(await share("He taught me to sail.")).toBeCloseTo(1, 1);
  expect(await share("And to swim.")).toBeLessThan(0.4);
  await page.goto(`/memories/${board}/wall?by=author`);
  await expect(page.locator(".wall")).toHaveCSS("display", "block");
});
