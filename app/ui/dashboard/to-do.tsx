import { Card } from "../base/card";
import type { DashboardData } from "./dashboard-data";
import { LinkMissing, LinkSent } from "./verify-address";

type ToDoProps = Pick<
  DashboardData,
  "failedMail" | "unverified" | "held" | "concerns" | "hasMoreToDo" | "hasLegacyContact"
>;

export function hasToDo({ failedMail, unverified, held, concerns, hasLegacyContact }: ToDoProps): boolean {
  return failedMail !== null || unverified !== null || held.length > 0 || concerns.length > 0 || !hasLegacyContact;
}

export function ToDo({ failedMail, unverified, held, concerns, hasMoreToDo, hasLegacyContact }: ToDoProps) {
  return (
    <Card title="To Do">
      <ul className="rows">
        {failedMail && (
          <li>
            <span>{failedMail}</span>{" "}
            <a className="row-link" href="/settings/profile">
              Check your address
            </a>
          </li>
        )}
        {unverified && (
          <li>
            <div>
              <p>
                <strong>Please confirm your address</strong>
              </p>
              <LinkSent {...unverified} why="so that your letters can be delivered" />
            </div>
            <LinkMissing {...unverified} />
          </li>
        )}
        {held.map((vault) => (
          <li key={vault.id}>
            <span>
              <span dir="auto">“{vault.title}”</span> couldn’t be delivered. We’re keeping it safe.
            </span>{" "}
            <a className="row-link" href={`/memories/${vault.id}`}>
              See what happened<span className="visually-hidden"> to “{vault.title}”</span>
            </a>
          </li>
        ))}
        {concerns.map(({ id, title, status }) => (
          <li key={id}>
            <span>
              {status === "asked" ? "Unconfirmed recipient: " : "We may not be able to reach: "}
              <span dir="auto">“{title}”</span>
            </span>{" "}
            <a className="row-link" href={`/memories/${id}`}>
              Look at it<span className="visually-hidden">: “{title}”</span>
            </a>
          </li>
        ))}
        {hasMoreToDo && (
          <li>
            <span>There’s more to look at. It’s listed here as you take care of these.</span>
          </li>
        )}
        {!hasLegacyContact && (
          <li>
            <span>Choose someone to look after your vaults when you can’t.</span>{" "}
            <a className="row-link" href="/settings/legacy-contacts">
              Add Legacy Contact
            </a>
          </li>
        )}
      </ul>
    </Card>
  );
}
