import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Announces a navigation without reload to screen readers: moves the focus to the heading, or to the element of the
 * hash, and returns the title to be read out. Where only a part of the page changed, as with a tab or a search, the
 * focus stays where it is.
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
    // The focus may already be inside the target of a link within the page.
    if (isFirst || (isSame && (hash ? named?.contains(focused) : focused !== body))) return;
    const target = named ?? document.querySelector("h1") ?? document.getElementById("main");
    if (target && target.tabIndex < 0) target.tabIndex = -1;
    target?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [key, pathname, hash]);

  return title;
}
