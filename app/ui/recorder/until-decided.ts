import { useEffect, useState } from "react";

/**
 * Holds the form back, and asks before the page is left, while there is a recording of which nobody has said whether it
 * stays: it would be lost. Answers whether somebody has tried; `show` leads them there.
 */
export function useHeldUntilDecided(form: HTMLFormElement | null, isOpen: boolean, show: () => void): boolean {
  const [isHeld, setHeld] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` finds its place when it is called
  useEffect(() => {
    if (!isOpen) return;
    const ends = new AbortController();
    const hold = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      setHeld(true);
      show();
    };
    form?.addEventListener("submit", hold, { capture: true, signal: ends.signal });
    addEventListener("beforeunload", (event) => event.preventDefault(), { signal: ends.signal });
    return () => {
      ends.abort();
      setHeld(false);
    };
  }, [form, isOpen]);
  return isHeld;
}
