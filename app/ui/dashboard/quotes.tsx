import { type ReactNode, useRef, useState } from "react";
import { useAutoPlay } from "./auto-play";

const ROTATE_MS = 8_000;

/** The quote of the day; with JavaScript it rotates. */
export function Quotes({ today, isStopped, children }: { today: string; isStopped: boolean; children?: ReactNode }) {
  const [quote, setQuote] = useState(today);
  const place = useRef<HTMLDivElement>(null);
  useAutoPlay(place, ROTATE_MS, isStopped, () => {
    import("~/domain/overview/quotes").then(({ QUOTES }) =>
      setQuote((shown) => QUOTES[(QUOTES.indexOf(shown) + 1) % QUOTES.length] ?? shown),
    );
  });
  return (
    <div className="quotes" ref={place}>
      <p className={quote === today ? "quote" : "quote quote-next"} key={quote}>
        “{quote}”
      </p>
      {children}
    </div>
  );
}
