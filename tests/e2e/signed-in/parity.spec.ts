import { deliverLetter, openAccount, sendLetter } from "../setup/accounts";
import { type Action, expectSameInBothModes, type Run } from "../setup/compare-modes";
import { query } from "../setup/db";
import { expect, fillLetter, test } from "../setup/fixtures";

const SCREENS = ["/dashboard", "/dashboard?tab=delivered", "/timeline", "/activity"];
const TITLE = "On your wedding day";
const MIA = { recipientName: "Mia Berger", recipientEmail: "mia@example.org" };

async function arrive({ account, mailbox }: Run): Promise<string> {
  const recipientEmail = `mia-${account.id}@example.org`;
  const { id } = await deliverLetter(account, mailbox, { ...MIA, title: TITLE, message: "Two eggs", recipientEmail });
  await expect
    .poll(async () => (await query("SELECT state FROM memories WHERE id = ?", [id]))[0]?.state)
    .toBe("delivered");
  return id;
}

async function sendAgain(run: Run, from: string, link: string): Promise<void> {
  await arrive(run);
  const { page, settled } = run;
  await page.goto(from);
  await settled();
  await page.getByRole("link", { name: `${link} “${TITLE}”` }).click();
  await expect(page.getByLabel("Memory Title")).toHaveValue(TITLE);
  await fillLetter(page, { date: "2050-01-01", recipientEmail: MIA.recipientEmail });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
}

const ACTIONS: Action[] = [
  {
    name: "sealing a vault",
    async act({ page, settled, account }) {
      await page.goto(`/memories/${await sendLetter(account, { ...MIA, title: TITLE })}`);
      await settled();
      await page.getByRole("link", { name: "Seal it" }).click();
      await page.getByRole("button", { name: "Seal it" }).click();
      await expect(page.getByText("Memory sealed")).toBeVisible();
    },
  },
  {
    name: "cancelling a vault",
    start: { vaultLimit: 1 },
    async act({ page, settled, account }) {
      await page.goto(`/memories/${await sendLetter(account, { ...MIA, title: TITLE })}`);
      await settled();
      await page.getByRole("link", { name: "Cancel this vault" }).click();
      await page.getByRole("button", { name: "Cancel this vault" }).click();
      await expect(page.getByText("Vault cancelled")).toBeVisible();
    },
  },
  {
    name: "editing a vault from its details",
    async act({ page, settled, account }) {
      await page.goto(`/memories/${await sendLetter(account, { ...MIA, title: TITLE })}`);
      await settled();
      await page.getByRole("link", { name: "Edit Memory" }).click();
      await fillLetter(page, { title: "On your first day at school", date: "2031-09-01" });
      await page.getByRole("button", { name: "Update Memory" }).click();
      await expect(page.getByText("Memory Updated")).toBeVisible();
    },
  },
  {
    name: "finishing a draft, which first lacks its day",
    async act({ page, settled, account }) {
      const draft = { ...MIA, title: TITLE, message: "Two eggs", intent: "draft" };
      await account.client.post("/create?type=send-to-someone&step=form", draft);
      await page.goto("/dashboard");
      await settled();
      const finish = page.getByRole("button", { name: `Finish Vault Now “${TITLE}”` });
      await finish.click();
      await expect(page.getByText("Delivery date is required")).toBeVisible();
      await query("UPDATE memories SET delivery_date = '2050-01-01' WHERE user_id = ?", [account.id]);
      await page.goto("/dashboard");
      await settled();
      await finish.click();
      await expect(page.getByText("Memory Created")).toBeVisible();
    },
  },
  {
    name: "sending a vault again from the dashboard",
    act: (run) => sendAgain(run, "/dashboard?tab=delivered", "Send again"),
  },
  {
    name: "creating a similar one from the activity",
    act: (run) => sendAgain(run, "/activity?tab=delivered", "Create Similar"),
  },
  {
    name: "opening what arrived",
    async act({ page, settled, account, mailbox }) {
      const sender = await openAccount(process.env.E2E_BASE_URL ?? "");
      await deliverLetter(sender, mailbox, { title: TITLE, message: "Two eggs", recipientEmail: account.email });
      await page.goto("/dashboard");
      await settled();
      await page.getByRole("main").getByRole("link", { name: TITLE }).click();
      await page.getByRole("button", { name: "Open it" }).click();
      await expect(page.getByText("Two eggs")).toBeVisible();
    },
  },
  {
    name: "rehearsing a delivery",
    async act({ page, settled, account }) {
      await page.goto(`/memories/${await sendLetter(account, { ...MIA, title: TITLE })}/rehearsal`);
      await settled();
      await page.getByRole("main").getByRole("button").first().click();
      await expect(page.getByText("Rehearsal sent")).toBeVisible();
    },
  },
  {
    name: "switching the keyboard shortcuts off",
    async act({ page, settled }) {
      await page.goto("/shortcuts");
      await settled();
      await page.getByRole("button", { name: "Switch them off" }).click();
      await expect(page.getByText("They are off in this browser.")).toBeVisible();
    },
    comparePages: ["/shortcuts"],
  },
];

for (const action of ACTIONS) {
  test(`${action.name} has the same result with script and without`, async ({ browser, mailbox }) => {
    await expectSameInBothModes(browser, mailbox, { comparePages: SCREENS, ...action });
  });
}
