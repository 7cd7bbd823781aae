import { useLocation, useMatches } from "@remix-run/react";
import { useState } from "react";

/**
 * The pages of a list that were loaded after its first one. `showMore` fetches the data of the page behind an address of
 * the same route; a reader without script follows the same link to a page of its own. Remix's fetcher would do it, too,
 * and weigh more than all of this on every page.
 */
export function useShowMore<Page>(): { more: Page[]; showMore: (href: string) => void } {
  const { key } = useLocation();
  const route = useMatches().at(-1)?.id ?? "";
  const [loaded, setLoaded] = useState<{ on: string; pages: Page[] }>({ on: key, pages: [] });
  const more = loaded.on === key ? loaded.pages : [];

  async function showMore(href: string) {
    const answer = await fetch(`${href}&_data=${encodeURIComponent(route)}`).catch(() => undefined);
    // A session that has ended, or a fault, is the browser's to show.
    if (answer?.status === 200) setLoaded({ on: key, pages: [...more, await answer.json()] });
    else location.assign(href);
  }

  return { more, showMore };
}
