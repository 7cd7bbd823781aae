import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { FinishVault } from "./finish-vault";
import { VaultCard, type VaultCardData } from "./vault-card";

export function VaultWithAction({ vault, headingLevel }: { vault: VaultCardData; headingLevel?: "h2" | "h3" }) {
  const action = actionOf(vault);
  return (
    <div className="vault-place">
      <VaultCard vault={vault} {...(headingLevel && { headingLevel })} />
      {vault.state === "draft" && <FinishVault {...vault} className="vault-action" />}
      {action && (
        <a className="vault-action" href={action.href}>
          {action.label}
          <span className="visually-hidden"> {`“${vault.title}”`}</span>
        </a>
      )}
    </div>
  );
}

function actionOf({ id, state }: VaultCardData): { href: string; label: string } | undefined {
  if (state === "scheduled") return { href: editVaultHref(id), label: "Edit" };
  if (state === "delivered") return { href: duplicateVaultHref(id), label: "Send again" };
  return undefined;
}

/** Changes that came too late. */
export const changesHref = (id: string) => `/memories/${id}/changes`;
export const duplicateVaultHref = (id: string) => `/create?type=send-to-someone&step=form&duplicateFrom=${id}`;
