import { newPerson } from "./setup/accounts";
import { openBoard } from "./setup/boards";
import { query } from "./setup/db";
import { enter, expect, joinAs, ready, test } from "./setup/fixtures";

// Guests are refused with 400 or 409; the pages of pieces are gone.
test.use({ expected: /400|404|409/ });

const STORY = "You taught me to ride a bike.";

test("a sealed board takes no pieces and shows none, to guests and to its host", async ({ page, visitor, open }) => {
  const anna = await open();
  const { board, link } = await openBoard(anna, { isOpen: "on" });
  const [tom, late] = [await visitor(), await visitor()];
  await joinAs(tom, link, "Tom");
  await tom.getByRole("link", { name: "Tell a story" }).click();
  await ready(tom);
  await tom.getByLabel("Your story").fill(STORY);
  await tom.getByRole("button", { name: "Put it on the board" }).click();
  await expect(tom.getByText(STORY)).toBeVisible();
  await tom.getByRole("link", { name: "Tell a story" }).click();
  await ready(tom);
  await tom.getByLabel("Your story").fill("Too late");

  await enter(page, anna);
  await page.goto(`/memories/${board}/wall`);
  await expect(page.getByText(STORY)).toBeVisible();
  await page.goto(`/memories/${board}`);
  await page.getByRole("link", { name: "Seal it", exact: true }).click();
  await page.getByRole("button", { name: "Seal it" }).click();
  await expect(page.getByText("Memory sealed")).toBeVisible();
  await expect(page.getByText(STORY)).toHaveCount(0);
  for (const pieces of ["wall", "pieces"]) {
    await page.goto(`/memories/${board}/${pieces}`);
    await expect(page).toHaveURL(`/memories/${board}/invite`);
    await expect(page.getByText("It takes no more guests and no more pieces")).toBeVisible();
    await expect(page.getByText("can join this board")).toHaveCount(0);
    await expect(page.getByText(STORY)).toHaveCount(0);
  }

  await tom.getByRole("button", { name: "Put it on the board" }).click();
  await expect(tom.getByText("This board has been sealed.")).toBeVisible();
  await expect(tom.getByLabel("Your story")).toHaveValue("Too late");
  await tom.getByRole("link", { name: "Back", exact: true }).click();
  await expect(tom.getByText("shows none until its day")).toBeVisible();
  await expect(tom.getByRole("heading", { level: 1 })).toHaveText("Hello again, Tom");
  await tom.getByText("Come back from another phone").click();
  await expect(tom.getByText("anyone who has it can take your pieces back")).toBeVisible();
  await expect(tom.getByText(STORY)).toHaveCount(0);
  await expect(tom.getByRole("link", { name: "Tell a story" })).toHaveCount(0);
  await late.goto(link);
  await expect(late.getByText("This board has been sealed.")).toBeVisible();
  await expect(late.getByLabel("Your name")).toHaveCount(0);
});

test("a story that is too long is refused, and all of it stays in the form", async ({ visitor, open }) => {
  const { link } = await openBoard(await open(), { isOpen: "on" });
  const tom = await visitor();
  await joinAs(tom, link, "Tom");
  await tom.getByRole("link", { name: "Tell a story" }).click();
  await ready(tom);
  const long = "When I was your age. ".repeat(150).trim();
  await tom.getByLabel("Your story").fill(long);
  await tom.getByRole("button", { name: "Put it on the board" }).click();
  await expect(tom.getByText("Please use at most 3,000 characters.").first()).toBeVisible();
  await expect(tom.getByLabel("Your story")).toHaveValue(long);
});

test("a scheduled board sends its host a test while it is edited", async ({ page, open, mailbox }) => {
  const anna = await open();
  const { board } = await openBoard(anna, {
    "boardRecipients[0].name": "Otto",
    "boardRecipients[0].email": "otto@example.org",
  });
  await enter(page, anna);
  await page.goto(`/create?edit=true&id=${board}`);
  await ready(page);
  await page.getByLabel("Memory Title").fill("Otto is eighty-one");
  await page.getByRole("button", { name: "Add Test Recipient" }).click();
  await expect(page.getByText("Recipient Added")).toBeVisible();
  const mail = await mailbox.waitFor(anna.email, /^Rehearsal: /);
  expect(mail.text).toContain("Otto is eighty-one");
  expect(await mailbox.all("otto@example.org")).toEqual([]);
  expect(await query("SELECT state FROM memories WHERE id = ?", [board])).toEqual([{ state: "scheduled" }]);
});

test("the host of a sealed board corrects an address on its list", async ({ page, open }) => {
  const anna = await open();
  const [mia, leo] = [newPerson("Mia Berger"), newPerson("Leo Berger")];
  const { board } = await openBoard(anna, {
    "boardRecipients[0].name": mia.name,
    "boardRecipients[0].email": mia.email,
    "boardRecipients[1].name": leo.name,
    "boardRecipients[1].email": leo.email,
  });
  await enter(page, anna);
  await page.goto(`/memories/${board}/seal`);
  await ready(page);
  await expect(page.getByText("You can still correct the addresses of its recipients")).toBeVisible();
  await page.getByRole("button", { name: "Seal it" }).click();
  await expect(page.getByText("Memory sealed")).toBeVisible();
  await page.goto(`/memories/${board}/address`);
  await page.getByRole("link", { name: leo.name }).click();
  await ready(page);
  const field = page.getByLabel("Email");
  await expect(field).toHaveValue(leo.email);
  await field.fill(mia.email);
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByText("Someone else on this vault’s list already has this address.")).toBeVisible();
  const { email } = newPerson();
  await field.fill(email);
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByText("We’ll use it when its day comes.")).toBeVisible();
  const listed = await query("SELECT email FROM recipients WHERE memory_id = ? ORDER BY position", [board]);
  expect(listed).toEqual([{ email: mia.email }, { email }]);
});
