import { letterFields, sendLetter } from "../setup/accounts";
import { enter, expect, openLetter, ready, test } from "../setup/fixtures";

test.use({ isIsolated: true });

test("the timeline refreshes by itself every minute", async ({ page, open }) => {
  const account = await open();
  await sendLetter(account, { ...letterFields(), title: "Was there" });
  await enter(page, account);
  await page.clock.install();
  await page.goto("/timeline");
  await ready(page);
  await expect(page.getByText("Was there")).toBeVisible();
  await sendLetter(account, { ...letterFields(), title: "Came later" });
  await page.clock.fastForward(61_000);
  await expect(page.getByText("Came later")).toBeVisible();
});

test("the submit button looks ready once the form is complete, and says before what is missing", async ({
  page,
  open,
}) => {
  await enter(page, await open());
  await openLetter(page);
  const submit = page.locator(".button-form");
  const look = () => submit.evaluate((button) => getComputedStyle(button).backgroundColor);
  const unready = await look();
  await submit.click();
  await expect(page.getByLabel("Recipient e-mail")).toBeFocused();
  await page.mouse.move(0, 0);
  const { title, recipientEmail, message, date } = letterFields();
  await page.getByLabel("Memory Title").fill(title);
  await page.getByLabel("Recipient e-mail").fill(recipientEmail);
  await page.getByLabel("Delivery date").fill(date);
  await expect.poll(look).toBe(unready);
  await page.getByLabel("Message", { exact: true }).fill(message);
  await expect.poll(look).not.toBe(unready);
});
