import { dayInFull, dayOnPostmark } from "./day";

/** `day` is `YYYY-MM-DD`. The waves overlap the stamp to the right. */
export function Postmark({ day, lands = false }: { day: string; lands?: boolean }) {
  const printed = dayOnPostmark(day);
  return (
    <svg
      className={lands ? "postmark postmark-lands" : "postmark"}
      viewBox="0 0 148 80"
      role="img"
      aria-label={dayInFull(day)}
    >
      {" "}
      <circle cx="40" cy="40" r="37.5" />
      <circle cx="40" cy="40" r="29" className="postmark-inner" />
      <text x="40" y="36" className="postmark-day">
        {printed.day}
      </text>{" "}
      <text x="40" y="54" className="postmark-year">
        {printed.year}
      </text>
      <path
        className="postmark-waves"
        d="M80 22q8-7 16 0t16 0 16 0 16 0M82 34q8-7 16 0t16 0 16 0 16 0M82 46q8-7 16 0t16 0 16 0 16 0M80 58q8-7 16 0t16 0 16 0 16 0"
      />
    </svg>
  );
}
