import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

type Pages<Page> = Record<string, Page>;

/**
 * The pages of a list that were loaded after its first one, each under the address it came from. `showMore` fetches
 * the page behind an address; a reader without script follows the same link to a page of its own.
 */
export function useShowMore<Page>(): { more: Page[]; showMore: (href: string) => void } {
  const { key } = useLocation();
  const fetcher = useFetcher();
  const [asked, setAsked] = useState("");
  const [loaded, setLoaded] = useState<{ on: string; pages: Pages<Page> }>({ on: key, pages: {} });
  const page = fetcher.data as Page | undefined;

  // A refresh of the page refreshes what the fetcher last loaded, too: it takes the place of what was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer adds a page, not the question
  useEffect(() => {
    if (page && asked) setLoaded(({ on, pages }) => ({ on: key, pages: { ...(on === key && pages), [asked]: page } }));
  }, [page]);

  return {
    more: loaded.on === key ? Object.values(loaded.pages) : [],
    showMore: (href) => {
      setAsked(href);
      fetcher.load(href);
    },
  };
}
