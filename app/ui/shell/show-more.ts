import { useLocation, useMatches } from "@remix-run/react";
import { useState } from "react";
import { flushSync } from "react-dom";

/**
 * The pages of a list loaded after its first. `showMore` fetches the data of a URL of the same route; without
 * JavaScript the same link is a page of its own. Smaller than Remix's `useFetcher`.
 */
export function useShowMore<Page>(): { more: Page[]; showMore: (href: string) => Promise<void> } {
  const { key } = useLocation();
  const route = useMatches().at(-1)?.id ?? "";
  const [loaded, setLoaded] = useState<{ on: string; pages: Page[] }>({ on: key, pages: [] });
  const more = loaded.on === key ? loaded.pages : [];

  async function showMore(href: string) {
    const response = await fetch(`${href}&_data=${encodeURIComponent(route)}`).catch(() => undefined);
    // An expired session or an error: let the browser navigate.
    if (response?.status !== 200) return location.assign(href);
    const page: Page = await response.json();
    flushSync(() => setLoaded({ on: key, pages: [...more, page] }));
  }

  return { more, showMore };
}
