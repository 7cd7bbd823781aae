import type { ReactNode } from "react";
import { VAULT_LIMIT } from "~/domain/vault/vault-words";
import { ButtonLink } from "../base/button";
import { pathOf } from "../settings/paths";
import { SlotsUsed } from "../settings/slots-used";

export type Slots = { used: number; limit: number };

/** Shown in a dialog with JavaScript, on a page without. */
export function VaultLimit({
  slots,
  titleId,
  headingLevel: Heading = "h1",
  children,
}: {
  slots: Slots;
  titleId?: string;
  headingLevel?: "h1" | "h2";
  /** Button that dismisses the notice. */
  children: ReactNode;
}) {
  const { used, limit } = slots;
  const plan = pathOf("plan");
  return (
    <>
      <Heading id={titleId}>{VAULT_LIMIT}</Heading>
      <SlotsUsed used={used} limit={limit} />
      <p>You've used every vault in your plan. What you wrote isn't lost: it's kept as a draft on your dashboard.</p>
      <p>A larger plan makes room for it, and so does cancelling a vault that waits.</p>
      <div className="actions">
        {plan && <ButtonLink href={plan}>View plans</ButtonLink>}
        {children}
      </div>
    </>
  );
}
