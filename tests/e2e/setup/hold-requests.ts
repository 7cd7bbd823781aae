import type { Page } from "playwright/test";

/** Holds matching requests until they are let go. */
export async function holdRequests(page: Page, address: Parameters<Page["route"]>[0]) {
  const gone = Promise.withResolvers<void>();
  let held = 0;
  await page.route(address, async (route) => {
    held += 1;
    await gone.promise;
    await route.continue();
  });
  return { held: () => held, letGo: gone.resolve };
}
