import { Card } from "../base/card";

/** A vault created around this day in an earlier year. */
export function MemoryMoment({
  moment,
}: {
  moment: { id: string; title: string; to: string; yearsAgo: number } | null;
}) {
  if (!moment) return null;
  const { id, title, to, yearsAgo } = moment;
  return (
    <Card tone="glow" title="Memory Moment">
      <p>{yearsAgo === 1 ? "A year ago you kept" : `${yearsAgo} years ago you kept`}</p>
      <p className="when">
        <a href={`/memories/${id}`} dir="auto">
          {title}
        </a>
      </p>
      <p className="small" dir="auto">
        {to}
      </p>
    </Card>
  );
}
