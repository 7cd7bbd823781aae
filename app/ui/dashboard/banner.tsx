import { type ReactNode, useRef, useState } from "react";
import { useAutoPlay } from "./auto-play";
import type { DashboardData } from "./dashboard-data";

export function Banner({
  today,
  asOf,
  greeting,
  quote,
  list,
  isStopped,
  onStop,
}: Pick<DashboardData, "today" | "asOf" | "greeting" | "quote" | "list"> & {
  isStopped: boolean;
  onStop: (isStopped: boolean) => void;
}) {
  return (
    <header className="page-head banner">
      <p className="small">
        {today}
        <span className="as-of">
          {" "}
          · As of {asOf}. <a href={list === "delivered" ? "/dashboard?tab=delivered" : "/dashboard"}>Refresh</a>
        </span>
      </p>
      <h1 dir="auto">{greeting}</h1>
      <Quotes today={quote} isStopped={isStopped}>
        <button type="button" className="pause" aria-pressed={isStopped} onClick={() => onStop(!isStopped)}>
          <span className="visually-hidden">Pause quotes</span>
        </button>
      </Quotes>
    </header>
  );
}

const ROTATE_MS = 8_000;

/** The quote of the day; rotates with JavaScript. */
function Quotes({ today, isStopped, children }: { today: string; isStopped: boolean; children?: ReactNode }) {
  const [quote, setQuote] = useState(today);
  const quotes = useRef<HTMLDivElement>(null);
  useAutoPlay(quotes, ROTATE_MS, isStopped, () => {
    import("~/domain/overview/quotes").then(({ QUOTES }) =>
      setQuote((shown) => QUOTES[(QUOTES.indexOf(shown) + 1) % QUOTES.length] ?? shown),
    );
  });
  return (
    <div className="quotes" ref={quotes}>
      <p className={quote === today ? "quote" : "quote quote-next"} key={quote}>
        “{quote}”
      </p>
      {children}
    </div>
  );
}
