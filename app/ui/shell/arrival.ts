import { useLocation } from "@remix-run/react";
import { useContext, useEffect, useRef, useState } from "react";
import { ToastContext } from "./toast";

/**
 * Focuses the heading, or the hash's target, after a client-side navigation. Returns what to announce: the title, and
 * the toast, which is above the heading. Errors are alerts themselves.
 */
export function useArrival(): string {
  const { key, pathname, hash } = useLocation();
  const toast = useContext(ToastContext);
  const news = toast && toast.kind !== "error" ? [toast.title, toast.description] : [];
  const [said, setSaid] = useState<(string | undefined)[]>([]);
  const shown = useRef<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival has a key of its own
  useEffect(() => {
    const page = `${pathname} ${document.title}`;
    const [isFirst, isSame] = [shown.current === undefined, shown.current === page];
    shown.current = page;
    const named = document.getElementById(hash.slice(1));
    const { activeElement: focused, body } = document;
    // The target of a link within the page may already contain the focus.
    if (isFirst || (isSame && (hash ? named?.contains(focused) : focused !== body))) return setSaid(news);
    const target = named ?? document.querySelector("h1") ?? document.getElementById("main");
    if (target && target.tabIndex < 0) target.tabIndex = -1;
    target?.focus({ preventScroll: true });
    setSaid([document.title, ...news]);
  }, [key, pathname, hash]);

  return said.filter(Boolean).join(". ");
}
