import type { ReactNode } from "react";
import { Confirm } from "../base/confirm";
import { Facts } from "../base/facts";
import { Postmark } from "../base/postmark";
import { RefusalNotice } from "../base/refusal-notice";
import { Stamp } from "../base/stamp";
import type { VaultToConfirm } from "./confirm-vault-data";

/** Confirms an irreversible change of a vault. */
export function ConfirmVault({
  vault,
  title,
  drawing,
  confirm,
  cancelLabel,
  result,
  children,
}: {
  vault: VaultToConfirm;
  title: string;
  /** At the foot of the card, such as the seal. */
  drawing?: ReactNode;
  confirm: ReactNode;
  cancelLabel: string;
  result?: unknown;
  children: ReactNode;
}) {
  return (
    <>
      <RefusalNotice result={result} />
      <Confirm
        title={title}
        franking={
          <span className="franking">
            {vault.deliveryDate && <Postmark day={vault.deliveryDate} />}
            <Stamp kind={vault.kind} />
          </span>
        }
        confirm={confirm}
        cancel={{ href: `/memories/${vault.id}`, label: cancelLabel }}
      >
        <div className="confirm-facts">
          <Facts items={vault.facts} />
          {drawing}
        </div>
        {children}
      </Confirm>
    </>
  );
}
