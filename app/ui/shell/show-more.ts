import { useLocation, useMatches } from "@remix-run/react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { isNavigating } from "../base/is-navigating";

declare global {
  interface Window {
    __remixManifest: { version: string };
  }
}

/** Loads further pages of a list from URLs of the same route. Smaller than Remix's `useFetcher`. */
export function useShowMore<Page>(): { more: Page[]; showMore: (href: string) => Promise<void> } {
  const { key } = useLocation();
  const route = useMatches().at(-1)?.id ?? "";
  const [loaded, setLoaded] = useState<{ on: string; pages: Page[] }>({ on: key, pages: [] });
  const more = loaded.on === key ? loaded.pages : [];

  async function showMore(href: string) {
    const { href: page } = location;
    const headers = { "X-Version": window.__remixManifest.version };
    const response = await fetch(`${href}&_data=${encodeURIComponent(route)}`, { headers }).catch(() => undefined);
    if (location.href !== page || isNavigating()) return;
    // Expired session, another version of the server, or an error: let the browser navigate.
    if (response?.status !== 200) return location.assign(href);
    const next: Page = await response.json();
    flushSync(() => setLoaded({ on: key, pages: [...more, next] }));
  }

  return { more, showMore };
}
