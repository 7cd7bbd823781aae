import { Card } from "../card";

/** What one could write today. */
export function Thought({ suggestion }: { suggestion: string }) {
  return (
    <Card title="A thought for today">
      <p className="quote">{suggestion}</p>
      <p>
        <a className="row-link" href="/create">
          Write it down
        </a>
      </p>
    </Card>
  );
}
