import { jpeg } from "../../corpus/photos";
import { letterFields } from "../setup/accounts";
import { enter, expect, fillLetter, openLetter, type Page, ready, test } from "../setup/fixtures";

const FORM = "/create?type=send-to-someone&step=form";

const photo = async (name: string) => ({ name, mimeType: "image/jpeg", buffer: await jpeg() });

/** React reports every difference, and then renders the page anew. */
test.use({ expected: /Minified React error #4(18|23|25)/ });

test.describe("a page that an extension of the browser changes before its script has arrived", () => {
  /** Returns a function that lets the script arrive. */
  async function openChanged(page: Page): Promise<() => void> {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        for (const field of document.querySelectorAll("main :is(input:not([type=hidden]), textarea)"))
          field.after(document.createElement("password-manager"));
      });
    });
    await page.goto(FORM, { waitUntil: "domcontentloaded" });
    await expect(page.locator("password-manager").first()).toBeAttached();
    return release;
  }

  test("keeps what was typed, chosen and ticked, and the focus", async ({ page, open }) => {
    await enter(page, await open());
    const arrive = await openChanged(page);
    const letter = letterFields();
    await fillLetter(page, letter);
    await page
      .locator("[name=photo]")
      .first()
      .setInputFiles(await photo("mia.jpg"));
    const title = page.getByLabel("Memory Title");
    await title.evaluate((field: HTMLInputElement) => {
      field.focus();
      field.setSelectionRange(2, 5);
    });
    arrive();
    await ready(page);
    await expect(page.locator("password-manager")).toHaveCount(0);
    await expect(title).toHaveValue(letter.title);
    await expect(page.getByLabel("Recipient e-mail")).toHaveValue(letter.recipientEmail);
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue(letter.message);
    await expect(page.getByLabel("Delivery date")).toHaveValue(letter.date);
    await expect(page.locator(".file")).toContainText("mia.jpg");
    await expect(title).toBeFocused();
    expect(await title.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])).toEqual([
      2, 5,
    ]);
  });
});

test.describe("a page that the browser translates", () => {
  /** As Chrome does: each text is replaced by an element with another text. */
  async function translate(page: Page): Promise<void> {
    await page.evaluate(() => {
      const replace = (root: Node) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        const texts: Text[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
        if (root instanceof Text) texts.push(root);
        for (const text of texts) {
          if (!text.data.trim() || text.parentElement?.closest("script, style, textarea, font")) continue;
          const font = document.createElement("font");
          font.appendChild(document.createElement("font")).textContent = `‹${text.data}›`;
          text.replaceWith(font);
        }
      };
      replace(document.body);
      new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) replace(node);
      }).observe(document.body, { childList: true, subtree: true });
    });
  }

  test("shows the errors of a field as they change", async ({ page, open }) => {
    await enter(page, await open());
    await openLetter(page);
    await translate(page);
    const date = page.getByLabel("Delivery date");
    await date.fill("2001-01-01");
    await date.blur();
    await expect(page.locator(".field-error")).toHaveText("‹Please select a date that is still to come.›");
    await date.fill("2999-01-01");
    await expect(page.locator(".field-error")).toHaveText("‹Please select a date within 75 years.›");
  });

  test("shows how an upload goes on", async ({ page, open }) => {
    await enter(page, await open());
    await openLetter(page);
    await translate(page);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/uploads\/./, async (route) => {
      await held;
      await route.continue();
    });
    await page
      .locator("[name=photo]")
      .first()
      .setInputFiles(await photo("mia.jpg"));
    await expect(page.locator(".progress")).toContainText("‹0 bytes of");
    await expect(page.locator(".file-actions")).toContainText("‹Cancel›");
    release();
    await expect(page.locator(".file-actions")).toContainText("‹Remove›");
  });

  test("shows where the date picker's way back leads", async ({ page, open }) => {
    await enter(page, await open());
    await openLetter(page);
    await translate(page);
    await page.getByRole("button", { name: /Choose date/ }).click();
    await page.getByRole("button", { name: "2044" }).click();
    await expect(page.getByRole("button", { name: "‹Back to Year›" })).toBeVisible();
    await page.getByRole("button", { name: "June" }).click();
    await expect(page.getByRole("button", { name: "‹Back to Month›" })).toBeVisible();
  });
});

test("a visitor's pages work when the browser's storage is full", async ({ page }) => {
  await page.addInitScript(() => {
    if (!location.protocol.startsWith("http")) return;
    for (const storage of [localStorage, sessionStorage]) {
      for (let length = 2 ** 23; length >= 1; length /= 2) {
        try {
          storage.setItem(`full-${length}`, "x".repeat(length));
        } catch {
          // The next length may still fit.
        }
      }
    }
  });
  await page.goto("/auth?mode=login");
  await ready(page);
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await openLetter(page);
  await fillLetter(page, letterFields());
  await expect(page.getByText("Saved as a draft a moment ago.")).toBeVisible();
});
