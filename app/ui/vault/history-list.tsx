export type RecordEntry = {
  /** When it happened, as shown. */
  at: string;
  /** The same instant for machines, ISO 8601. */
  dateTime?: string;
  text: string;
  tone?: "plain" | "good" | "bad" | "glow";
};

/** A delivery's record: every attempt and answer, oldest first, in plain words. */
export function TimelineRecord({ entries }: { entries: RecordEntry[] }) {
  return (
    <ol className="record">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.text}`} data-tone={entry.tone ?? "plain"}>
          <time dateTime={entry.dateTime}>{entry.at}</time>
          <p dir="auto">{entry.text}</p>
        </li>
      ))}
    </ol>
  );
}
