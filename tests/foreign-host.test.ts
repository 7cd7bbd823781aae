import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "~/env.server";
import { SITE_ROUTES, startSite } from "./factories/site";

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const FOREIGN = [
  "evil.example",
  "evil.example:3000",
  "localhost.evil.example",
  "127.0.0.1.nip.io",
  "192.0.2.7:3000",
  "%",
];
const OWN = [new URL(env.BASE_URL).host, "localhost", "LOCALHOST:4000", "127.0.0.1:3000", "[::1]:3000"];

describe("the pages for developers", () => {
  const pages = SITE_ROUTES.map(({ path }) => path).filter((path) => path.startsWith("/dev/"));

  it("do not exist for a site whose name points to this machine", async () => {
    expect(pages.length).toBeGreaterThan(4);
    for (const page of pages) {
      const path = page.replace(":kind", "delivery");
      for (const Host of FOREIGN) {
        expect((await site.ask(path, { headers: { Host } })).status, `${path} at ${Host}`).toBe(404);
      }
    }
  });

  it("exist at the URL of the installation and of this machine", async () => {
    for (const Host of OWN) expect((await site.ask("/dev/mail", { headers: { Host } })).status, Host).toBe(200);
  });
});
