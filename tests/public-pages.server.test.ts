import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addDays } from "date-fns";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "~/env.server";
import * as shortcuts from "~/http/account/shortcuts.server";
import * as cookies from "~/http/cookies.server";
import { INDEXED_PATHS } from "~/http/indexed-paths.server";
import { COOKIES } from "~/ui/public/cookies";
import { QUESTIONS } from "~/ui/public/questions";
import { startSite } from "./factories/site";
import { runTogether } from "./setup/run-together";

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const attribute = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, value]) => value);

/** One of the help articles stands for all of them. */
const PAGES = INDEXED_PATHS.filter((path) => !path.startsWith("/help/") || path === "/help/seal");

describe.each(PAGES)("the public page %s", (path) => {
  it("may be indexed, under one address, with a title and a description of its own", async () => {
    const { status, headers, body } = await site.ask(path);
    expect(status).toBe(200);
    expect(headers["x-robots-tag"]).toBe("all");
    expect(attribute(body, /<title>(.*?)<\/title>/g)).toHaveLength(1);
    const [description = ""] = attribute(body, /<meta name="description" content="(.*?)"/g);
    expect(description.length).toBeGreaterThan(30);
    expect(description.length).toBeLessThan(160);
    expect(attribute(body, /<link rel="canonical" href="(.*?)"/g)).toEqual([env.BASE_URL + path]);
    expect(attribute(body, /<meta property="og:image" content="(.*?)"/g)).toEqual([`${env.BASE_URL}/share.png`]);
    expect(attribute(body, /<meta property="og:url" content="(.*?)"/g)).toEqual([env.BASE_URL + path]);
    for (const property of ["og:type", "og:title", "og:description", "og:image:alt"]) {
      expect(body, property).toMatch(new RegExp(`<meta property="${property}" content="[^"]+"`));
    }
  });

  it("has one heading of its own, and names for its menus", async () => {
    const { body } = await site.ask(path);
    expect(attribute(body, /<(h1)\b/g)).toHaveLength(1);
    expect(body).toMatch(/<html lang="en"/);
    const menus = attribute(body, /<nav ([^>]*)>/g);
    expect(menus.length).toBeGreaterThan(0);
    for (const menu of menus) expect(menu).toMatch(/aria-label(ledby)?="[^"]+"/);
  });

  it("links to nothing that is missing", async () => {
    const { body } = await site.ask(path);
    const links = attribute(body, /<a [^>]*href="(\/[^"#]*)/g).map((href = "") => href.replaceAll("&amp;", "&"));
    expect(links.length).toBeGreaterThan(5);
    for (const href of new Set(links)) expect((await site.ask(href)).status, href).toBeLessThan(400);
  });
});

describe("for crawlers", () => {
  it("the sitemap has the public pages, and robots.txt has the sitemap", async () => {
    const { body, headers } = await site.ask("/sitemap.xml");
    expect(headers["content-type"]).toMatch(/xml/);
    expect(attribute(body, /<loc>(.*?)<\/loc>/g)).toEqual(INDEXED_PATHS.map((path) => env.BASE_URL + path));
    const robots = (await site.ask("/robots.txt")).body;
    expect(robots).toContain(`Sitemap: ${env.BASE_URL}/sitemap.xml`);
    for (const line of robots.split("\n")) expect(line).toMatch(/^$|^(User-agent|Disallow|Sitemap): \S+$/);
    for (const path of INDEXED_PATHS) {
      for (const closed of attribute(robots, /^Disallow: (.*)$/gm)) expect(path.startsWith(closed ?? "/")).toBe(false);
    }
  });

  it.each(["/dashboard", "/open/x", "/media/x", "/claim?code=ABCD", "/nowhere", "/auth?mode=new_password&token=x"])(
    "%s must not be indexed",
    async (path) => {
      expect((await site.ask(path)).headers["x-robots-tag"]).toBe("noindex");
    },
  );

  it("the FAQ describes each question that it shows", async () => {
    const { body } = await site.ask("/faq");
    const [json = ""] = attribute(body, /<script type="application\/ld\+json">(.*?)<\/script>/gs);
    const { mainEntity } = JSON.parse(json) as { mainEntity: { name: string; acceptedAnswer: { text: string } }[] };
    expect(mainEntity.map(({ name }) => name)).toEqual(attribute(body, /<summary><h2>(.*?)<\/h2>/g));
    expect(mainEntity).toHaveLength(8);
    for (const [index, { acceptedAnswer }] of mainEntity.entries()) {
      expect(acceptedAnswer.text).toBe(QUESTIONS[index]?.answer.join("\n\n"));
    }
  });

  it("security.txt says where to write, and has not expired", async () => {
    const { body, headers } = await site.ask("/.well-known/security.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body).toMatch(/^Contact: (mailto:|https?:)/);
    const expires = new Date(/^Expires: (.*)$/m.exec(body)?.[1] ?? "");
    expect(expires.getTime()).toBeGreaterThan(addDays(new Date(), 90).getTime());
    expect(expires.getTime()).toBeLessThan(addDays(new Date(), 365).getTime());
  });
});

describe("pictures for other sites", () => {
  /** Width and height of a PNG (its first chunk). */
  function sizeOf(name: string): [number, number] {
    const file = readFileSync(join("public", name));
    expect(file.subarray(1, 4).toString(), name).toBe("PNG");
    return [file.readUInt32BE(16), file.readUInt32BE(20)];
  }

  it("the manifest's icons have the sizes that it says, and one of them can be masked", () => {
    const manifest = JSON.parse(readFileSync("public/site.webmanifest", "utf8")) as {
      name: string;
      start_url: string;
      icons: { src: string; sizes: string; type: string; purpose?: string }[];
    };
    expect(manifest.name).toBe("Amberkeep");
    expect(manifest.start_url).toMatch(/^\//);
    for (const { src, sizes, type } of manifest.icons) {
      expect(type).toBe("image/png");
      expect(sizeOf(src).join("x"), src).toBe(sizes);
    }
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
    expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  });

  it("the image of shared links and the icon of home screens have the expected sizes", () => {
    expect(sizeOf("share.png")).toEqual([1200, 630]);
    expect(sizeOf("apple-touch-icon.png")).toEqual([180, 180]);
  });
});

describe("the legal pages", () => {
  it("the terms have 13 sections, each in the list of contents", async () => {
    const { body } = await site.ask("/terms");
    const inContents = attribute(body, /<a href="#([\w-]+)">\d+/g);
    expect(inContents).toHaveLength(13);
    for (const id of inContents) expect(body).toContain(`<h2 id="${id}">`);
  });

  it("the privacy page names every cookie", async () => {
    const set = [...Object.values(cookies), ...Object.values(shortcuts)]
      .flatMap((one) => (typeof one === "object" && "serialize" in one ? [one.name] : []))
      .concat("amberkeep_shortcuts");
    const names = new Set(set.map((name) => name.replace(/^(__Host-)?amberkeep_/, "")));
    expect(COOKIES.flatMap(({ names }) => names).sort()).toEqual([...names].sort());
  });
});

describe("without styles", () => {
  it.each([...PAGES, "/auth", "/auth?mode=signup", "/create", "/create?type=letter&step=form"])(
    "no words of %s run together",
    async (path) => {
      expect(runTogether((await site.ask(path)).body)).toEqual([]);
    },
  );
});
