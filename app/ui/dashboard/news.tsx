import { Badge } from "../base/badge";
import { Card } from "../base/card";
import type { DashboardData } from "./dashboard-data";

const BADGES = { opened: "Opened", replied: "New reply", arrived: "Delivered" };

/** Recent events of a sender's vaults, newest first. */
export function WhatsNew({ news }: Pick<DashboardData, "news">) {
  if (news.length === 0) return null;
  return (
    <Card title="What’s new">
      <ul className="rows">
        {news.map(({ kind, vaultId, title, name, when }) => (
          <li key={`${kind} ${vaultId} ${name}`}>
            <a
              className="row-link"
              href={kind === "replied" ? `/memories/${vaultId}/replies` : `/memories/${vaultId}`}
              dir="auto"
            >
              {kind === "opened" && `${name} opened “${title}”`}
              {kind === "replied" && `${name} wrote back about “${title}”`}
              {kind === "arrived" && `“${title}” has arrived`}
            </a>{" "}
            <span className="small">
              {when} <Badge tone="good">{BADGES[kind]}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
