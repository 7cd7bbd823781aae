import type { MetaDescriptor } from "@remix-run/react";

type Match = { id: string; data: unknown };

/** What search engines and shared links show of a public page. `path` is its canonical URL. */
export function describePage(
  matches: readonly Match[],
  { title, description, path }: { title: string; description: string; path: string },
): MetaDescriptor[] {
  const root = matches.find(({ id }) => id === "root")?.data as { baseUrl: string } | undefined;
  const { baseUrl = "" } = root ?? {};
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: baseUrl + path },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: "Amberkeep" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: baseUrl + path },
    { property: "og:image", content: `${baseUrl}/share.png` },
    { property: "og:image:alt", content: "A letter in a drop of amber. Write it today. It arrives years from now." },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
