import { heavyJpeg, jpeg, phoneJpeg } from "../../corpus/photos";
import { letterFields } from "../setup/accounts";
import { openBoard } from "../setup/boards";
import { query } from "../setup/db";
import { type Account, enter, expect, fillLetter, follow, joinAs, type Page, ready, test } from "../setup/fixtures";
import { holdRequests } from "../setup/hold-requests";

const photo = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

async function openForm(page: Page, account: Account, type = "future-self"): Promise<void> {
  await enter(page, account);
  await page.goto(`/create?type=${type}&step=form`);
  await ready(page);
}

const field = (page: Page) => page.getByLabel(/^Photos?$/);
const row = (page: Page, name: string) => page.locator(".file").filter({ hasText: name });
const complete = (page: Page, name: string) => expect(row(page, name).getByText("Upload Complete")).toBeVisible();

/** Returns the form's uploads in the database. */
async function waiting(page: Page) {
  const formId = await page.locator("[name=formId]").first().inputValue();
  const rows = await query("SELECT file_name, state FROM uploads WHERE form_id = ? ORDER BY position", [formId]);
  return rows.map(({ file_name: fileName, state }) => ({ fileName, state }));
}

/** Holds and counts the parts of files until they are released. */
async function holdParts(page: Page): Promise<{ (): void; held: () => number }> {
  let held = 0;
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/uploads/*/content", async (route) => {
    held += 1;
    await gone;
    await route.continue();
  });
  return Object.assign(() => letGo(), { held: () => held });
}

test("a photo is shown at once, uploaded in the background, and can be described", async ({ page, open }) => {
  await openForm(page, await open());
  await field(page).setInputFiles(photo("Mia.jpg", await phoneJpeg()));
  await expect(row(page, "Mia.jpg").locator("img")).toBeVisible();
  await complete(page, "Mia.jpg");
  await expect(page.locator(".toast").filter({ hasText: "Upload Complete" })).toBeVisible();
  await expect(row(page, "Mia.jpg").locator("img")).toHaveAttribute("src", /^\/uploads\/\w+\/preview$/);
  const shown = await row(page, "Mia.jpg")
    .locator("img")
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(shown).toEqual([480, 640]);
  await page.getByLabel("What is in the picture?").fill("Mia in the kitchen");
  expect(await waiting(page)).toEqual([{ fileName: "Mia.jpg", state: "ready" }]);
});

test("a vault for one file offers no second one, until the first is removed", async ({ page, open }) => {
  await openForm(page, await open(), "send-to-someone");
  await field(page).setInputFiles(photo("Mia.jpg", await jpeg()));
  await complete(page, "Mia.jpg");
  const fields = page.locator(".media-fields input[type=file]");
  expect(await fields.count()).toBeGreaterThan(0);
  for (const offered of await fields.all()) await expect(offered).toBeHidden();
  await page.getByRole("button", { name: "Remove Mia.jpg" }).click();
  await expect(page.locator(".media-slots")).toBeVisible();
});

test("a saved file marked for removal makes room for one other", async ({ page, open }) => {
  await openForm(page, await open(), "send-to-someone");
  await page.getByLabel("Memory Title").fill("For Leo");
  await field(page).setInputFiles(photo("Mia.jpg", await jpeg()));
  await complete(page, "Mia.jpg");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
  await page.reload();
  await ready(page);
  const slots = page.locator(".media-slots");
  await expect(slots).toBeHidden();
  await page.getByLabel("Remove Mia.jpg").check();
  await expect(slots).toBeVisible();
  await field(page).setInputFiles(photo("Leo.jpg", await jpeg()));
  await complete(page, "Leo.jpg");
  await expect(slots).toBeHidden();
});

test("files chosen and sent before hydration are saved once", async ({ page, open }) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route("**/uploader-*.js", async (route) => {
    await arrived;
    await route.continue();
  });
  await openForm(page, await open());
  await field(page).setInputFiles(photo("Mia.jpg", await phoneJpeg()));
  const typed = page.url();
  await page.getByRole("button", { name: "Change Memory Type" }).click();
  arrive();
  await expect(page).not.toHaveURL(typed);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.locator(".file")).toHaveCount(1);
  expect(await waiting(page)).toEqual([{ fileName: "Mia.jpg", state: "ready" }]);
});

test("several files upload three at a time, and each can be removed", async ({ page, open }) => {
  await openForm(page, await open());
  const small = await jpeg();
  const letGo = await holdParts(page);
  await field(page).setInputFiles([1, 2, 3, 4, 5].map((number) => photo(`${number}.jpg`, small)));
  await expect.poll(() => letGo.held()).toBe(3);
  for (const number of [4, 5]) await expect(row(page, `${number}.jpg`)).toContainText("Waiting for its turn");
  letGo();
  for (const number of [1, 2, 3, 4, 5]) await complete(page, `${number}.jpg`);
  await expect(page.getByText("All 5 files are there.")).toBeVisible();
  await field(page).setInputFiles(photo("6.jpg", small));
  await expect(row(page, "6.jpg")).toContainText("This vault takes up to 5 files. Please remove one first.");
  await page.getByRole("button", { name: "Remove 2.jpg" }).click();
  await expect(page.getByRole("button", { name: "Remove 3.jpg" })).toBeFocused();
  await page.getByRole("button", { name: "Remove 6.jpg" }).click();
  await expect(page.getByRole("button", { name: "Remove 5.jpg" })).toBeFocused();
  await expect(page.locator(".file")).toHaveCount(4);
  await expect.poll(async () => (await waiting(page)).map(({ fileName }) => fileName)).toHaveLength(4);
});

test.describe("when the connection breaks", () => {
  test.use({ isIsolated: true, expected: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/ });

  async function expectToResume(page: Page): Promise<void> {
    const ranges: string[] = [];
    await page.route("**/uploads/*/content", async (route) => {
      ranges.push(route.request().headers()["content-range"] ?? "");
      if (ranges.length === 2) await route.abort();
      else await route.continue();
    });
    const large = await heavyJpeg(28 * 1024 * 1024);
    await field(page).setInputFiles(photo("Large.jpg", large));
    await expect(row(page, "Large.jpg").getByRole("progressbar")).toBeVisible();
    await expect(row(page, "Large.jpg")).toContainText("Upload Complete");
    const [first, broken, again] = ranges;
    expect(first).toMatch(/^bytes 0-20971519\//);
    expect(again).toBe(broken);
    expect(ranges.filter((range) => range === first)).toHaveLength(1);
  }

  test("an upload resumes", async ({ page, open }) => {
    await openForm(page, await open());
    await expectToResume(page);
  });

  test("a guest's upload resumes", async ({ page, open }) => {
    const { link } = await openBoard(await open());
    await joinAs(page, link, "Tom");
    await follow(page, page.getByRole("link", { name: "Add a photo or video" }));
    await expectToResume(page);
    await page.getByRole("button", { name: "Put it on the board" }).click();
    await expect(page.getByText("It’s on the board")).toBeVisible();
  });

  test("an upload waits for the network, with a message", async ({ page, open, context }) => {
    await openForm(page, await open());
    let parts = 0;
    await page.route("**/uploads/*/content", async (route) => {
      parts += 1;
      if (parts === 1) await context.setOffline(true);
      await route.continue();
    });
    await field(page).setInputFiles(photo("Sea.jpg", await jpeg()));
    await expect(row(page, "Sea.jpg")).toContainText("No connection. It goes on by itself as soon as there is one.");
    await context.setOffline(false);
    await complete(page, "Sea.jpg");
  });

  for (const [which, address] of [
    ["first", "**/uploads"],
    ["last", "**/uploads/*/finish"],
  ] as const) {
    test(`an upload goes on after its ${which} request got no answer`, async ({ page, open }) => {
      await page.clock.install();
      await openForm(page, await open());
      let isLost = true;
      const lost = new Promise<void>((resolve) =>
        page.route(address, (route) => {
          if (!isLost) return route.continue();
          isLost = false;
          resolve();
        }),
      );
      await field(page).setInputFiles(photo("Sea.jpg", await jpeg()));
      await lost;
      await page.clock.runFor(65_000);
      await complete(page, "Sea.jpg");
      expect(await waiting(page)).toEqual([{ fileName: "Sea.jpg", state: "ready" }]);
    });
  }

  test("after too long there is a retry button", async ({ page, open }) => {
    await openForm(page, await open());
    await page.clock.install();
    await page.route("**/uploads/*/content", (route) => route.abort());
    await field(page).setInputFiles(photo("Sea.jpg", await jpeg()));
    await expect(row(page, "Sea.jpg")).toBeVisible();
    const retry = page.getByRole("button", { name: "Try again Sea.jpg" });
    await expect(async () => {
      await page.clock.runFor(30_000);
      await expect(retry).toBeVisible({ timeout: 100 });
    }).toPass();
    await expect(row(page, "Sea.jpg")).toContainText("Failed to upload file: there is no connection.");
    await page.getByRole("button", { name: "Schedule Memory" }).click();
    await expect(retry).toBeFocused();
    await page.unroute("**/uploads/*/content");
    await retry.click();
    await complete(page, "Sea.jpg");
    expect(await waiting(page)).toEqual([{ fileName: "Sea.jpg", state: "ready" }]);
  });
});

test("a cancelled upload is removed from the page and the server", async ({ page, open }) => {
  await openForm(page, await open());
  let isHeld = false;
  await page.route("**/uploads/*/content", () => {
    isHeld = true;
  });
  await field(page).setInputFiles(photo("Wrong.jpg", await jpeg()));
  await expect.poll(() => isHeld).toBe(true);
  expect(await waiting(page)).toHaveLength(1);
  await page.getByRole("button", { name: "Cancel Wrong.jpg" }).click();
  await expect(page.locator(".file")).toHaveCount(0);
  await expect.poll(() => waiting(page)).toEqual([]);
});

test("a file refused by the server has its message, and the others stay", async ({ page, open }) => {
  await openForm(page, await open());
  const script = Buffer.from("#!/bin/sh\necho not a photo\n".repeat(50));
  await field(page).setInputFiles([photo("Good.jpg", await jpeg()), photo("Bad.jpg", script)]);
  await complete(page, "Good.jpg");
  await expect(row(page, "Bad.jpg")).toContainText("“Bad.jpg” isn’t a photo we can read.");
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  const remove = page.getByRole("button", { name: "Remove Bad.jpg" });
  await expect(remove).toBeFocused();
  await expect(page.getByRole("alert")).toHaveText("“Bad.jpg” wasn’t added. Please remove it, then go on.");
  await remove.click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.locator(".file")).toHaveCount(1);
  expect(await waiting(page)).toEqual([{ fileName: "Good.jpg", state: "ready" }]);
});

test("the message about a refused file gives way to the progress of the next one", async ({ page, open }) => {
  await openForm(page, await open());
  await field(page).setInputFiles(photo("Nothing.jpg", Buffer.alloc(0)));
  const schedule = page.getByRole("button", { name: "Schedule Memory" });
  await schedule.click();
  await expect(page.getByRole("alert")).toContainText("“Nothing.jpg” wasn’t added.");
  const letGo = await holdParts(page);
  await field(page).setInputFiles(photo("Mia.jpg", await jpeg()));
  await expect(row(page, "Mia.jpg").getByRole("progressbar")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await schedule.click();
  await expect(page.getByRole("progressbar", { name: "Waiting for one file." })).toBeVisible();
  letGo();
  await expect(page.getByRole("alert")).toContainText("“Nothing.jpg” wasn’t added.");
  await expect(page.getByRole("button", { name: "Remove Nothing.jpg" })).toBeFocused();
});

test("a wrong file is refused without the server", async ({ page, open }) => {
  await openForm(page, await open());
  let asked = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/uploads")) asked += 1;
  });
  await field(page).setInputFiles([
    photo("Nothing.jpg", Buffer.alloc(0)),
    { name: "Drawing.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") },
    { name: "Film.mp4", mimeType: "video/mp4", buffer: Buffer.from("film") },
  ]);
  await expect(row(page, "Nothing.jpg")).toContainText("“Nothing.jpg” is empty. Please choose it again.");
  await expect(row(page, "Drawing.svg")).toContainText("is an SVG drawing, and those can contain programs.");
  await expect(row(page, "Film.mp4")).toContainText("“Film.mp4” is a video. Please add it to the videos.");
  expect(asked).toBe(0);
});

test("a form for one file takes another after a wrong one", async ({ page, open }) => {
  await openForm(page, await open(), "send-to-someone");
  const fields = page.locator(".media-slots");
  await field(page).setInputFiles(photo("Nothing.jpg", Buffer.alloc(0)));
  await expect(row(page, "Nothing.jpg")).toContainText("“Nothing.jpg” is empty. Please choose it again.");
  await expect(fields).toBeVisible();
  await field(page).setInputFiles(photo("Mia.jpg", await jpeg()));
  await complete(page, "Mia.jpg");
  await expect(fields).toBeHidden();
});

test("files can be dropped anywhere on the page", async ({ page, open }) => {
  await openForm(page, await open());
  const content = (await jpeg()).toString("base64");
  const data = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], "Dropped.jpg", { type: "image/jpeg" }));
    transfer.items.add(new File(["%PDF-"], "Paper.pdf", { type: "application/pdf" }));
    return transfer;
  }, content);
  const target = page.getByLabel("Message");
  await target.dispatchEvent("dragenter", { dataTransfer: data });
  await expect(async () => {
    await target.dispatchEvent("dragover", { dataTransfer: data });
    await expect(page.locator("[data-dropping]")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await target.dispatchEvent("drop", { dataTransfer: data });
  await expect(page.locator("[data-dropping]")).toHaveCount(0);
  await complete(page, "Dropped.jpg");
  await expect(row(page, "Paper.pdf")).toContainText("isn’t a photo, a video or a recording.");
});

test("a form sent during uploads waits for them and is sent once", async ({ page, open }) => {
  await openForm(page, await open(), "send-to-someone");
  await fillLetter(page, letterFields());
  const letGo = await holdParts(page);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === "/create") sent += 1;
  });
  await field(page).setInputFiles(photo("Mia.jpg", await jpeg()));
  await expect(row(page, "Mia.jpg")).toBeVisible();
  // Screen readers announce what is added to a live region that is there already.
  await page.locator("[role=status]").evaluateAll((regions) => {
    for (const region of regions) region.setAttribute("data-was-there", "");
  });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  const waiting = page.locator("[data-was-there]").getByText("Waiting for one file. Then it goes on by itself.");
  await expect(waiting).toBeVisible();
  await page.getByRole("button", { name: "Don’t wait" }).press("Enter");
  await expect(page.getByText("Waiting for one file.")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Schedule Memory" })).toBeFocused();
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  expect(sent).toBe(0);
  letGo();
  await expect(page.getByText("Memory Created")).toBeVisible();
  expect(sent).toBe(1);
});

test("uploads continue while a recipient is added to a board", async ({ page, open }) => {
  await openForm(page, await open(), "memory-board");
  const letGo = await holdParts(page);
  await field(page).setInputFiles([photo("1.jpg", await jpeg()), photo("2.jpg", await jpeg())]);
  await expect.poll(() => letGo.held()).toBe(2);
  await page.getByLabel("Name 1").fill("Oma");
  await page.getByLabel("E-mail 1").fill("oma@example.org");
  await page.getByRole("button", { name: "Add recipient" }).click();
  await expect(page.getByLabel("Name 2")).toBeVisible();
  await expect(page.locator(".file").getByRole("progressbar")).toHaveCount(2);
  letGo();
  for (const name of ["1.jpg", "2.jpg"]) await complete(page, name);
  await expect(page.locator(".file")).toHaveCount(2);
});

test("the description of an uploaded photo stays while a recipient is added to a board", async ({ page, open }) => {
  await openForm(page, await open(), "memory-board");
  await field(page).setInputFiles(photo("Mia.jpg", await jpeg()));
  await complete(page, "Mia.jpg");
  const description = page.getByLabel("What is in the picture?");
  await description.fill("Mia in the kitchen");
  await page.getByLabel("Name 1").fill("Oma");
  await page.getByLabel("E-mail 1").fill("oma@example.org");
  await page.getByRole("button", { name: "Add recipient" }).click();
  await expect(page.getByLabel("Name 2")).toBeVisible();
  await expect(description).toHaveValue("Mia in the kitchen");
  await page.getByLabel("Name 2").fill("Opa");
  await page.getByLabel("E-mail 2").fill("opa@example.org");
  const { held, letGo } = await holdRequests(page, /\/create\?.*_data=/);
  await page.getByRole("button", { name: "Add recipient" }).click();
  await expect.poll(held).toBe(1);
  await description.fill("Mia by the sea");
  letGo();
  await expect(page.getByLabel("Name 3")).toBeVisible();
  await expect(description).toHaveValue("Mia by the sea");
});

test("files in the page can be described and removed during hydration", async ({ page, open }) => {
  await openForm(page, await open());
  await field(page).setInputFiles([photo("1.jpg", await jpeg()), photo("2.jpg", await jpeg())]);
  for (const name of ["1.jpg", "2.jpg"]) await complete(page, name);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.locator(".toast-title").filter({ hasText: "Draft saved" })).toBeVisible();
  await page.reload();
  await ready(page);
  const words = row(page, "1.jpg").getByLabel("What is in the picture?");
  await words.fill("Mia");
  await field(page).setInputFiles(photo("3.jpg", await jpeg()));
  await complete(page, "3.jpg");
  await expect(words).toHaveValue("Mia");
  await expect(page.locator(".file")).toHaveCount(3);
  await page.getByLabel("Remove 2.jpg").check();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.locator(".file")).toHaveCount(2);
  await expect(row(page, "1.jpg").getByLabel("What is in the picture?")).toHaveValue("Mia");
});

test("a letter is not scheduled without a file that has arrived only in part", async ({ page, open }) => {
  const account = await open();
  await openForm(page, account, "send-to-someone");
  const letGo = await holdParts(page);
  await field(page).setInputFiles(photo("Mia.jpg", await jpeg()));
  await fillLetter(page, letterFields());
  await expect.poll(() => letGo.held()).toBe(1);
  await expect(page).toHaveURL(/edit=true&id=/);

  const later = await page.context().newPage();
  await later.goto(page.url());
  await ready(later);
  await expect(row(later, "Mia.jpg")).toContainText("Only 0 bytes of");
  const schedule = later.getByRole("button", { name: "Schedule Memory" });
  await schedule.click();
  await expect(later.locator(".field-error")).toContainText("“Mia.jpg” has arrived only in part.");
  await expect(field(later)).toBeFocused();
  expect(await query("SELECT state FROM memories WHERE user_id = ?", [account.id])).toEqual([{ state: "draft" }]);
  await later.getByLabel("Remove Mia.jpg").click();
  await expect(later.locator(".file")).toHaveCount(0);
  await expect(field(later)).toBeFocused();
  await schedule.click();
  await expect(later.getByText("Memory Created")).toBeVisible();
  letGo();
});
