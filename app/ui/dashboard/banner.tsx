import type { DashboardData } from "./dashboard-data";
import { Quotes } from "./quotes";

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
      <p className="kicker">
        {today}
        <span className="as-of">
          {" "}
          · As of {asOf}. <a href={list === "delivered" ? "/dashboard?tab=delivered" : "/dashboard"}>Refresh</a>
        </span>
      </p>
      <h1 dir="auto">{greeting}</h1>
      <Quotes today={quote} isStopped={isStopped}>
        <button type="button" className="pause" aria-pressed={isStopped} onClick={() => onStop(!isStopped)}>
          <span className="visually-hidden">Hold what moves by itself</span>
        </button>
      </Quotes>
    </header>
  );
}
