import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";

export type CoHostProps = { name: string; email: string; isAccepted: boolean };

/** Accounts that host a board with its owner, who can remove them. */
export function CoHostList({ id, hosts }: { id: string; hosts: CoHostProps[] }) {
  if (hosts.length === 0) return null;
  return (
    <ul className="rows">
      {hosts.map(({ name, email, isAccepted }) => (
        <li key={email}>
          <span className="row-words">
            <bdi>{name}</bdi>
            <br />
            <span className="small">
              <bdi dir="ltr">{email}</bdi>
              {!isAccepted && ", invited"}
            </span>
          </span>
          <form method="post" action={`/memories/${id}/invite`}>
            <CsrfField />
            <input type="hidden" name="hostEmail" value={email} />
            <Button variant="quiet" name="intent" value="remove-host">
              Remove<span className="visually-hidden"> {name}</span>
            </Button>
          </form>
        </li>
      ))}
    </ul>
  );
}
