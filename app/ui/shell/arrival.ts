import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Tells people who do not see it that another page has come without a reload: its heading takes the focus, or what its
 * address names, and its title is to be read out (answered here). Where the page is the same and a part of it has
 * changed, as with a tab or a search, the focus stays on what they pressed, if that is still there.
 */
export function useArrival(): string | undefined {
  const { key, pathname, hash } = useLocation();
  const [title, setTitle] = useState<string>();
  const shown = useRef<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival has a key of its own
  useEffect(() => {
    const page = `${pathname} ${document.title}`;
    const [isFirst, isSame] = [shown.current === undefined, shown.current === page];
    shown.current = page;
    const named = document.getElementById(hash.slice(1));
    const { activeElement: focused, body } = document;
    // Whoever followed a link within the page may be on their way through that part of it by now.
    if (isFirst || (isSame && (hash ? named?.contains(focused) : focused !== body))) return;
    const place = named ?? document.querySelector("h1") ?? document.getElementById("main");
    if (place && place.tabIndex < 0) place.tabIndex = -1;
    place?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [key, pathname, hash]);

  return title;
}
