import { type RefObject, useEffect, useRef } from "react";

/** Pauses on hover, on focus, on hidden pages and under `prefers-reduced-motion`. */
export function useAutoPlay<Target extends HTMLElement>(
  ref: RefObject<Target>,
  everyMs: number,
  isStopped: boolean,
  step: (element: Target) => void,
): void {
  const latest = useRef(step);
  latest.current = step;

  useEffect(() => {
    if (isStopped || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setInterval(() => {
      const element = ref.current;
      if (element && !document.hidden && !element.matches(":hover, :focus-within")) latest.current(element);
    }, everyMs);
    return () => clearInterval(timer);
  }, [ref, everyMs, isStopped]);
}
