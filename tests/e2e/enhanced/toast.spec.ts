import { letterFields } from "../setup/accounts";
import { enter, expect, fillLetter, openLetter, test } from "../setup/fixtures";

const COOKIE = /amberkeep_toast=[^;]/;

test("a toast is not shown again on the next page", async ({ page, open }) => {
  await enter(page, await open());
  await openLetter(page);
  const found = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        // A MutationObserver runs before the next paint.
        const watcher = new MutationObserver(() => document.querySelector(".toast") && resolve(document.cookie));
        watcher.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await fillLetter(page, letterFields());
  await page.getByRole("button", { name: "Schedule Memory" }).click();
  await expect(page.getByText("Memory Created")).toBeVisible();
  expect(await found).not.toMatch(COOKIE);
});
