import { Card } from "../base/card";

export function Thought({ quote, suggestion }: { quote: string; suggestion: string }) {
  return (
    <Card title="A thought for today">
      <p className="quote">“{quote}”</p>
      <p>{suggestion}</p>
      <p>
        <a className="row-link" href="/create">
          Write it down
        </a>
      </p>
    </Card>
  );
}
