import { letterFields } from "../setup/accounts";
import { enter, expect, fillLetter, openLetter, test } from "../setup/fixtures";

const COOKIE = /amberkeep_toast=[^;]/;

test("a toast is off the way to the next page as soon as it stands on this one", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  const found = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        // Hears of what is drawn before anybody can see it, let alone go on.
        const watcher = new MutationObserver(() => document.querySelector(".toast") && resolve(document.cookie));
        watcher.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await fillLetter(page, letterFields());
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  expect(await found).not.toMatch(COOKIE);
});
