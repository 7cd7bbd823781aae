import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { ButtonLink } from "../base/button";
import { ActionIcon } from "./action-icon";
import { FinishVault } from "./finish-vault";
import type { VaultDetailsData } from "./vault-details-data";
import { PAGE_GROUPS, type PageGroup, VAULT_PAGES } from "./vault-pages";
import { duplicateVaultHref } from "./vault-with-action";

/** The main action, then the others in groups; ending the vault stands alone. */
export function VaultCardActions({ id, title, state, isToCome, ...vault }: VaultDetailsData) {
  const pages = VAULT_PAGES.filter(({ isFor }) => isFor({ state, isToCome, ...vault }));
  const nameOf = (group: PageGroup) => (group === "now" && isToCome ? "Before its day" : PAGE_GROUPS[group]);
  const end = pages.find(({ group }) => group === "end");
  return (
    <div className="vault-actions">
      {state === "draft" && <FinishVault id={id} title={title} className="button button-primary button-form" />}
      {(state === "scheduled" || state === "draft") && (
        <ButtonLink variant={state === "draft" ? "secondary" : "primary"} href={editVaultHref(id)}>
          Edit Memory
        </ButtonLink>
      )}
      {state === "delivered" && <ButtonLink href={duplicateVaultHref(id)}>Send again</ButtonLink>}
      {(["now", "address", "keep"] as const).map((group) => {
        const own = pages.filter((page) => page.group === group);
        return (
          own.length > 0 && (
            <div key={group}>
              {nameOf(group) && <h3>{nameOf(group)}</h3>}
              <ul className="rows">
                {own.map(({ page, label, icon, download }) => (
                  <li key={page}>
                    <a className="row-link" href={`/memories/${id}/${page}`} download={download}>
                      <ActionIcon name={icon} size={20} />
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
      {end && (
        <p className="vault-end">
          <a href={`/memories/${id}/${end.page}`}>{end.label}</a>
        </p>
      )}
    </div>
  );
}
