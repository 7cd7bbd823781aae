import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { ButtonLink } from "../base/button";
import { Stamp } from "../base/stamp";
import { duplicateVaultHref } from "../vault/vault-with-action";
import type { ActivityItem } from "./activity-data";

export function ActivityList({ title, items }: { title: string; items: ActivityItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className="activity" aria-label={title}>
      <h2>{title}</h2>
      <ul className="activity-list">
        {items.map((item) => (
          <li key={item.id} data-item="">
            <Stamp kind={item.kind} />
            <div className="entry-words">
              <h3>
                <a href={`/memories/${item.id}`} dir="auto">
                  {item.title}
                </a>
              </h3>
              <p className="small" dir="auto">
                {item.line}
              </p>
              <p className={item.state === "held" ? "overdue" : undefined}>{item.when}</p>
            </div>
            <div className="actions">
              <Actions {...item} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Actions({ id, state, title }: ActivityItem) {
  const of = <span className="visually-hidden"> “{title}”</span>;
  if (state === "scheduled") {
    return (
      <ButtonLink variant="quiet" href={editVaultHref(id)}>
        Edit Vault{of}
      </ButtonLink>
    );
  }
  return (
    <>
      <ButtonLink variant="quiet" href={`/memories/${id}`}>
        {state === "delivered" || state === "held" ? "View Delivery Status" : "View Vault"}
        {of}
      </ButtonLink>
      {state === "delivered" && (
        <ButtonLink variant="quiet" href={duplicateVaultHref(id)}>
          Create Similar{of}
        </ButtonLink>
      )}
    </>
  );
}
