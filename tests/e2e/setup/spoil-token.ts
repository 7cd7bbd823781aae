import type { Page } from "playwright/test";

/** The server refuses the next form that script sends, as if it were from before a new login. */
export async function spoilToken(page: Page): Promise<void> {
  let isSpoilt = false;
  await page.route(/_data=/, (route) => {
    const request = route.request();
    if (isSpoilt || request.method() !== "POST") return route.fallback();
    isSpoilt = true;
    return route.continue({ postData: request.postData()?.replace(/csrf=[^&]*/, "csrf=from-another-day") ?? "" });
  });
}
