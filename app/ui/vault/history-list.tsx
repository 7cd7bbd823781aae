export type HistoryEntry = {
  /** As shown. */
  at: string;
  /** ISO 8601 instant. */
  dateTime?: string;
  text: string;
  /** `coming`: hasn't happened yet. */
  tone?: "plain" | "good" | "bad" | "glow" | "coming";
};

/** Events of a delivery, oldest first. */
export function HistoryList({ entries }: { entries: HistoryEntry[] }) {
  return (
    <ol className="record">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.text}`} data-tone={entry.tone ?? "plain"}>
          <time dateTime={entry.dateTime}>{entry.at}</time>
          <p>{entry.text}</p>
        </li>
      ))}
    </ol>
  );
}
