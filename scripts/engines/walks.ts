import { setTimeout as pause } from "node:timers/promises";
import { phoneJpeg } from "../../tests/corpus/photos.ts";
import { mp4, wav } from "../../tests/corpus/recordings.ts";
import { type Account, letterFields, newPerson, openAccount, today } from "../../tests/e2e/setup/accounts.ts";
import type { AnyPage } from "../../tests/e2e/setup/any-page.ts";
import { openBoard } from "../../tests/e2e/setup/boards.ts";
import { enterCode, fillLetter, fillSignUp } from "../../tests/e2e/setup/forms.ts";
import { codeIn, linkIn, type MailFolder } from "../../tests/e2e/setup/mailbox.ts";
import type { OpenVisit, Visit } from "./engine.ts";
import type { Script } from "./names.ts";

export type Walk = {
  name: string;
  run: (walker: Walker) => Promise<void>;
};

export type Walker = {
  script: Script;
  url: string;
  mailbox: MailFolder;
  open: () => Promise<Visit["page"]>;
  step: (name: string, work: () => Promise<void>) => Promise<void>;
};

export const WALKS: Walk[] = [
  { name: "main job", run: walkMainJob },
  { name: "photo", run: walkPhoto },
  { name: "voice and film", run: walkRecordings },
  { name: "unsent text", run: walkUnsentText },
];

const isVisible = (page: AnyPage, text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (page: AnyPage, name: string) => page.getByRole("main").getByRole("button", { name }).last().click();

async function walkMainJob({ open, step, mailbox }: Walker): Promise<void> {
  const page = await open();
  const anna = newPerson();
  const letter = { ...letterFields(), date: today(), hour: "0" };
  await step("Home leads to the form", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Get Started Free" }).first().click();
    await page.getByLabel("Memory Title").waitFor();
  });
  await step("a letter is written and dated", async () => {
    await fillLetter(page, letter);
    await press(page, "Schedule Memory");
    await page.getByRole("heading", { name: /^Create a free account/ }).waitFor();
  });
  await step("signing up schedules it", async () => {
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    await fillSignUp(page, anna);
    await press(page, "Sign up");
    await page.locator(".sent").waitFor();
  });
  await step("the address is verified", async () => {
    await page.goto(linkIn(await mailbox.waitFor(anna.email, /confirm|verify/i)));
    await press(page, "Yes, confirm it");
    await isVisible(page, "Address confirmed");
  });
  const reader = await open();
  await step("the mail arrives and opens the envelope", async () => {
    await reader.goto(linkIn(await mailbox.waitFor(letter.recipientEmail, /Anna Berger/)));
    await reader.getByRole("heading", { name: "Anna kept this for you" }).waitFor();
    await press(reader, "Open it");
    await isVisible(reader, "Code sent");
  });
  await step("the code shows the letter", async () => {
    await enterCode(reader, codeIn(await mailbox.waitFor(letter.recipientEmail, /\d{6}/)));
    await reader.getByRole("heading", { name: letter.title }).waitFor();
    const text = await reader.locator(".letter-text").textContent();
    if (text !== letter.message) throw new Error(`The letter reads: ${text}`);
  });
  await step("the sender sees that it was opened", async () => {
    await page.goto("/dashboard?tab=delivered");
    await page.getByRole("article").getByRole("link", { name: letter.title }).click();
    await isVisible(page, "Mia Berger opened it.");
  });
}

async function walkPhoto({ open, step, url, script }: Walker): Promise<void> {
  const page = await open();
  const { title, date } = letterFields();
  await step("a photo is chosen and scheduled", async () => {
    await openForm(page, url);
    await fillLetter(page, { title, date });
    const photo = { name: "Mia.jpg", mimeType: "image/jpeg", buffer: await phoneJpeg() };
    await page.getByLabel(/^Photos?$/).setInputFiles(photo);
    if (script === "on") await isVisible(page, "Upload Complete");
    await press(page, "Schedule Memory");
    await isVisible(page, "Memory Created");
  });
  await step("the vault shows it upright", async () => {
    await openVault(page, title);
    const photo = page.locator("main .picture img");
    await photo.evaluate((image) => image.scrollIntoView());
    await until("The photo is upright.", () => photo.evaluate(isUpright));
  });
}

function isUpright(image: Element): boolean {
  return image instanceof HTMLImageElement && image.naturalHeight > image.naturalWidth;
}

async function until(condition: string, isMet: () => Promise<unknown>): Promise<void> {
  for (const start = Date.now(); !(await isMet()); ) {
    if (Date.now() - start > 30_000) throw new Error(`This did not become true: ${condition}`);
    await pause(100);
  }
}

async function walkRecordings({ open, step, url, script }: Walker): Promise<void> {
  const page = await open();
  const { title, date } = letterFields();
  await step("a voice and a film are chosen and scheduled", async () => {
    await openForm(page, url);
    await fillLetter(page, { title, date });
    const voice = { name: "Melody.wav", mimeType: "audio/wav", buffer: wav() };
    const film = { name: "Sea.mp4", mimeType: "video/mp4", buffer: mp4() };
    await page.getByLabel(/^(Audio|Voice recordings?|Audio files?)$/).setInputFiles(voice);
    if (script === "on")
      await page.locator(".file").filter({ hasText: "Melody" }).getByText("Upload Complete").waitFor();
    await page.getByLabel(/^Videos?$/).setInputFiles(film);
    if (script === "on") await page.locator(".file").filter({ hasText: "Sea" }).getByText("Upload Complete").waitFor();
    await press(page, "Schedule Memory");
    await isVisible(page, "Memory Created");
  });
  await step("the vault plays them", async () => {
    await openVault(page, title);
    for (const kind of ["audio", "video"]) await page.locator(`main ${kind}`).waitFor();
  });
}

async function walkUnsentText({ open, step, url, script }: Walker): Promise<void> {
  if (script === "off") return;
  const page = await open();
  const welcome = page.getByLabel("A word to your guests (optional)");
  const words = "Bring a photo of him.";
  const coHost = page.getByLabel("Their name");
  await step("a welcome is written and left", async () => {
    const account = await signIn(page, url);
    const { board } = await openBoard(account);
    await page.goto(`/memories/${board}/invite`);
    await welcome.fill(words);
    await coHost.fill("Mia Berger");
    await until("The script that keeps it is there.", () =>
      page
        .locator("body")
        .evaluate(() =>
          performance.getEntriesByType("resource").some(({ name }) => name.includes("fields-in-history")),
        ),
    );
    await page.getByRole("main").getByRole("link", { name: "Back" }).click();
    await page.getByRole("heading", { name: "Otto is eighty" }).waitFor();
  });
  await step("it is still there on the way back", async () => {
    await page.locator("body").evaluate(() => history.back());
    await welcome.waitFor();
    await until("The welcome is there.", async () => (await welcome.inputValue()) === words);
    await until("The co-host is there.", async () => (await coHost.inputValue()) === "Mia Berger");
  });
  const note = page.getByLabel("A few words (optional)");
  const recipient = page.getByLabel("Their name");
  await step("words for a gift are written and left, on a page without React", async () => {
    await page.goto("/settings/plan/gift");
    await note.fill(words);
    await recipient.fill("Mia Berger");
    await page.getByRole("main").getByRole("link", { name: "Plans" }).click();
    await page.getByRole("heading", { name: "How many letters have you got in you?" }).waitFor();
  });
  await step("they are still there on the way back", async () => {
    await page.locator("body").evaluate(() => history.back());
    await note.waitFor();
    await until("The words are there.", async () => (await note.inputValue()) === words);
    await until("The recipient is there.", async () => (await recipient.inputValue()) === "Mia Berger");
  });
}

async function openForm(page: AnyPage, url: string): Promise<void> {
  await signIn(page, url);
  await page.goto("/create?type=future-self&step=form");
}

async function signIn(page: AnyPage, url: string): Promise<Account> {
  const account = await openAccount(url);
  await page.goto("/");
  await page.context().addCookies(account.client.cookies());
  return account;
}

async function openVault(page: AnyPage, title: string): Promise<void> {
  await page.goto("/dashboard");
  await page.getByRole("article").getByRole("link", { name: title }).click();
  await page.getByRole("heading", { name: title }).waitFor();
}

/** Takes a walk in one engine and mode, and reports each step with its outcome. */
export async function takeWalk(
  walk: Walk,
  { engine, ...walker }: Omit<Walker, "open" | "step"> & { engine: OpenVisit },
  report: (step: string, failure?: string) => void,
): Promise<void> {
  const visits: Visit[] = [];
  let current = "open the browser";
  try {
    await walk.run({
      ...walker,
      async open() {
        const visit = await engine(walker.script);
        visits.push(visit);
        return visit.page;
      },
      async step(name, work) {
        current = name;
        await work();
        report(name);
      },
    });
    const problems = visits.flatMap((visit) => visit.problems());
    report("no errors in the console", problems.length > 0 ? problems.join("\n") : undefined);
  } catch (error) {
    report(current, error instanceof Error ? error.message : String(error));
  } finally {
    for (const visit of visits) await visit.close().catch(() => {});
  }
}
