import { env } from "~/env.server";

/** Private pages are not listed here: they say `noindex`, which a crawler must be allowed to read. */
export function loader() {
  const lines = ["User-agent: *", "Disallow: /dev/", "Disallow: /live", "", `Sitemap: ${env.BASE_URL}/sitemap.xml`, ""];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
