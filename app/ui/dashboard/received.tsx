import { Badge } from "../base/badge";
import { Card } from "../base/card";

type Received = { id: string; title: string; senderName: string; isOpened: boolean };
type ReceivedProps = { vaults: Received[]; hasMore: boolean };

export function NewlyReceived({ vaults, hasMore }: ReceivedProps) {
  if (vaults.length === 0) return null;
  return (
    <Card tone="glow" title="For you">
      <ul className="rows">
        {vaults.map((vault) => (
          <li key={vault.id}>
            <a className="row-link arrived" href={`/memories/${vault.id}`} dir="auto">
              {vault.title}
            </a>{" "}
            <span className="small">
              from {vault.senderName} <Badge tone="good">New</Badge>
            </span>
          </li>
        ))}
      </ul>
      {hasMore && <SeeTheRest />}
    </Card>
  );
}

export function ReceivedBefore({ vaults, hasMore }: ReceivedProps) {
  if (vaults.length === 0) return null;
  return (
    <Card title="Sent to you">
      <ul className="rows">
        {vaults.map((vault) => (
          <li key={vault.id}>
            <a className="row-link" href={`/memories/${vault.id}`} dir="auto">
              {vault.title}
            </a>{" "}
            <span className="small">from {vault.senderName}</span>
          </li>
        ))}
      </ul>
      {hasMore && <SeeTheRest />}
    </Card>
  );
}

function SeeTheRest() {
  return (
    <p>
      <a className="row-link" href="/timeline">
        See the rest on the timeline
      </a>
    </p>
  );
}
