import { letterFields } from "./setup/accounts";
import { enter, expect, fillLetter, openLetter, type Page, test, today } from "./setup/fixtures";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("a date is chosen by year, month and day without losing the form", async ({ page, open, hasScript }) => {
  await enter(page, await open());
  await openLetter(page);
  const { date: _, ...letter } = letterFields();
  await fillLetter(page, { ...letter, message: "One\n\n  two & <three>\n" });
  await page.getByLabel("Include the letter in the email").check();
  await page.getByRole("button", { name: /Choose date$/ }).click();
  await press(page, "2044");
  await press(page, "Back to Year");
  await press(page, "2048");
  await press(page, "March");
  await press(page, "Back to Month");
  await press(page, "February");
  await expect(page.getByRole("button", { name: "February 29, 2048" })).toBeEnabled();
  await press(page, "February 29, 2048");
  await expect(page.getByLabel("Delivery date")).toHaveValue("2048-02-29");
  await expect(page.getByText(/^A Saturday, at 09:00 UTC, in \d+ years( and \d+ months?)?\.$/)).toBeVisible();
  await expect(page.getByText("Choose a day in")).toHaveCount(0);
  await expect(page.getByLabel("Memory Title")).toHaveValue(letter.title);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("One\n\n  two & <three>\n");
  await expect(page.getByLabel("Include the letter in the email")).toBeChecked();
  if (hasScript) await expect(page.getByRole("button", { name: "February 29, 2048 Change date" })).toBeFocused();

  await page.getByRole("button", { name: /Change date$/ }).click();
  await expect(page.getByRole("button", { name: "2048", exact: true })).toHaveAttribute("aria-current", "date");
  if (hasScript) await page.keyboard.press("Escape");
  else await press(page, "Back");
  await expect(page.getByLabel("Delivery date")).toHaveValue("2048-02-29");
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
});

test("a refused file has its message on the pages between", async ({ page, open, hasScript }) => {
  test.skip(hasScript, "Scripts send a file as soon as it is chosen.");
  await enter(page, await open());
  for (const name of [/Choose date$/, "Change Memory Type"]) {
    await openLetter(page);
    const buffer = Buffer.from("not a photo");
    await page.getByLabel("Photo", { exact: true }).setInputFiles({ name: "Bad.jpg", mimeType: "image/jpeg", buffer });
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole("alert")).toContainText("“Bad.jpg” isn’t a photo we can read.");
  }
});

test("past days and days beyond the limit are disabled", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  const [year = "", month = "", day = ""] = today().split("-");
  await page.getByRole("button", { name: /Choose date$/ }).click();
  const years = page.getByRole("button", { name: /^\d{4}$/ });
  await expect(years.first()).toHaveText(year);
  await expect(years.last()).toHaveText("2099");
  await press(page, year);
  const months = page.getByRole("button", {
    name: /^(January|February|March|April|May|June|July|August|September|October|November|December)$/,
  });
  await expect(months).toHaveCount(12);
  for (let index = 0; index < Number(month) - 1; index += 1) await expect(months.nth(index)).toBeDisabled();
  await months.nth(Number(month) - 1).click();
  const days = await page.getByRole("button", { name: /^\w+ \d+, \d{4}$/ }).all();
  expect(days.length).toBeGreaterThanOrEqual(28);
  for (const button of days) {
    const date = Number((await button.textContent()) ?? "");
    if (date < Number(day)) await expect(button).toBeDisabled();
    else await expect(button).toBeEnabled();
  }
});

test("a day some years ahead takes one press", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  const { date: _, ...letter } = letterFields();
  await fillLetter(page, letter);
  const zone = await page.getByLabel("Time zone").inputValue();
  await press(page, "In 10 years");
  const [year = 0, ...day] = new Intl.DateTimeFormat("sv", { timeZone: zone }).format(new Date()).split("-");
  await expect(page.getByLabel("Delivery date")).toHaveValue([Number(year) + 10, ...day].join("-"));
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letter.message);
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
});

test("an hour that has passed today says that it goes out at once", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  await fillLetter(page, { ...letterFields(), title: " ", date: today(), hour: "0" });
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText(/so it goes out at once\.$/)).toBeVisible();
});
