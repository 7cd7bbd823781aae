import type { ReactNode } from "react";
import type { Slots } from "~/domain/overview/slots.server";
import { VAULT_LIMIT } from "~/domain/vault/vault-words";
import { ButtonLink } from "../base/button";
import { SlotsUsed } from "../settings/slots-used";

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
  const { used, limit, advice, canUpgrade } = slots;
  return (
    <>
      <Heading id={titleId}>{VAULT_LIMIT}</Heading>
      <SlotsUsed used={used} limit={limit} />
      <p>You’ve used every vault in your plan. What you wrote is kept as a draft on your dashboard.</p>
      <p>{advice}</p>
      <div className="actions">
        {canUpgrade && <ButtonLink href="/settings/plan">View plans</ButtonLink>}
        {children}
      </div>
    </>
  );
}
