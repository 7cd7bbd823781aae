import { env } from "~/env.server";
import { INDEXED_PATHS } from "~/http/indexed-paths.server";

export function loader() {
  const urls = INDEXED_PATHS.map((path) => `<url><loc>${env.BASE_URL}${path}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`,
    { headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" } },
  );
}
