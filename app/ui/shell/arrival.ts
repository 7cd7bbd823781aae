import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { focusHeading } from "../frame/focus-after-toast";

/** Focuses the heading, or the hash's target, after a client-side navigation. Returns the title to announce. */
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
    // The target of a link within the page may already contain the focus.
    if (isFirst || (isSame && (hash ? named?.contains(focused) : focused !== body))) return;
    focusHeading(named);
    setTitle(document.title);
  }, [key, pathname, hash]);

  return title;
}
