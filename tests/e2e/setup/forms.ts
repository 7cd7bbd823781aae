import type { LetterInput, Person } from "./accounts.ts";
import type { AnyPage } from "./any-page.ts";

export async function fillSignUp(page: AnyPage, person: Person): Promise<void> {
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
}

/** Fills in the given fields of a letter's form. */
export async function fillLetter(page: AnyPage, letter: Partial<LetterInput>): Promise<void> {
  if (letter.title !== undefined) await page.getByLabel("Memory Title").fill(letter.title);
  if (letter.recipientName !== undefined) await page.getByLabel("Recipient name").fill(letter.recipientName);
  if (letter.recipientEmail !== undefined) await page.getByLabel("Recipient e-mail").fill(letter.recipientEmail);
  if (letter.message !== undefined) await page.getByLabel("Message", { exact: true }).fill(letter.message);
  if (letter.date !== undefined) await page.getByLabel("Delivery date").fill(letter.date);
  if (letter.hour !== undefined) {
    if (!(await page.getByLabel("Hour").isVisible())) await page.getByText("Change the hour").click();
    await page.getByLabel("Hour").selectOption(letter.hour);
  }
}

/** With script, the sixth digit sends a code. */
export async function enterCode(page: AnyPage, code: string): Promise<void> {
  const field = page.getByLabel(/^The six digits from our (email|text message)$/);
  await field.fill(code);
  const button = page.getByRole("button", { name: "Open it" });
  if (await button.isVisible()) await button.click();
  else if (code.replace(/\P{Nd}/gu, "").length < 6) await field.press("Enter");
}
