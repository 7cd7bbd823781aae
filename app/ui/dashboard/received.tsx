import { Badge } from "../badge";
import { Card } from "../card";

/** What other people have sent, for whoever has an account with the address it went to. */
export function Received({
  vaults,
}: {
  vaults: { id: string; title: string; senderName: string; isOpened: boolean }[];
}) {
  if (vaults.length === 0) return null;
  return (
    <Card tone="glow" title="For you">
      <ul className="plain-list">
        {vaults.map((vault) => (
          <li key={vault.id}>
            <a href={`/memories/${vault.id}`} dir="auto">
              {vault.title}
            </a>{" "}
            <span className="small">from {vault.senderName}</span> {!vault.isOpened && <Badge tone="glow">New</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
