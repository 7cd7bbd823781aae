import { Card } from "../base/card";

export function RecentActivity({ vaults }: { vaults: { id: string; title: string; when: string }[] }) {
  if (vaults.length === 0) return null;
  return (
    <Card title="Recent Activity">
      <ul className="rows">
        {vaults.map((vault) => (
          <li key={vault.id}>
            <a className="row-link" href={`/memories/${vault.id}`} dir="auto">
              {vault.title}
            </a>
            <span className="small">{vault.when}</span>
          </li>
        ))}
      </ul>
      <p>
        <a className="row-link" href="/activity">
          View All
        </a>
      </p>
    </Card>
  );
}
