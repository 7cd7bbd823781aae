import type { ReactNode } from "react";
import { Confirm } from "../base/confirm";
import { Facts } from "../base/facts";
import { Postmark } from "../base/postmark";
import { Refusal } from "../base/refusal";
import { Stamp } from "../base/stamp";
import type { VaultToConfirm } from "./confirm-vault-data";

/** Asks once before a vault is changed for good, and shows which one it is: whose, when, and what lies in it. */
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
  /** At the foot of the envelope, such as the seal that it is about to get. */
  drawing?: ReactNode;
  confirm: ReactNode;
  cancelLabel: string;
  /** What the form came back with. */
  result?: unknown;
  children: ReactNode;
}) {
  return (
    <>
      <Refusal result={result} />
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
