import { Card } from "../card";
import type { DashboardData } from "./dashboard-data";
import { VerifyNotice } from "./verify-notice";

/** What needs the person themselves; nothing at all when nothing does. */
export function ToDo({ unverified, held }: Pick<DashboardData, "unverified" | "held">) {
  if (!unverified && held.length === 0) return null;
  return (
    <Card title="To Do">
      <ul className="rows">
        {unverified && (
          <li>
            <VerifyNotice email={unverified} />
          </li>
        )}
        {held.map((vault) => (
          <li key={vault.id}>
            <span>
              <span dir="auto">“{vault.title}”</span> could not be delivered. We keep it safe.
            </span>
            <a className="row-link" href={`/memories/${vault.id}`}>
              See what happened<span className="visually-hidden"> to “{vault.title}”</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
