import type { ReactNode } from "react";
import type { VaultState } from "~/domain/vault/vault";
import { Badge, type BadgeTone } from "../base/badge";
import { Icon } from "../base/icons";
import { Postmark } from "../base/postmark";
import { Seal } from "../base/seal";
import { Stamp, type VaultKind } from "../base/stamp";

export type VaultCardData = {
  id: string;
  /** The page that the card links to; the vault's own by default. */
  href?: string;
  title: string;
  kind: VaultKind;
  state: VaultState;
  /** For example `To Mia Berger`. */
  addressLine: string;
  /** `YYYY-MM-DD`. */
  deliveryDate: string | null;
  badge: string;
};

export const BADGE_TONES: Partial<Record<VaultState, BadgeTone>> = {
  sealed: "glow",
  delivering: "glow",
  delivered: "good",
  held: "bad",
};

export function VaultCard({
  vault,
  headingLevel: Heading = "h3",
}: {
  vault: VaultCardData;
  headingLevel?: "h2" | "h3";
}) {
  const { state } = vault;
  return (
    <article className="envelope" data-state={state}>
      <div className="envelope-face">
        <div className="envelope-address">
          <Heading className="envelope-title">
            <a href={vault.href ?? `/memories/${vault.id}`} dir="auto">
              {vault.title}
            </a>
          </Heading>
          <p dir="auto">{vault.addressLine}</p>
        </div>
        <div className="envelope-top">
          <Badge tone={BADGE_TONES[state]}>{vault.badge}</Badge>{" "}
          <span className="franking">
            {vault.deliveryDate && <Postmark day={vault.deliveryDate} />}{" "}
            <Stamp kind={vault.kind} isPlaceholder={state === "draft"} />
          </span>
        </div>
        {state === "sealed" && <Seal />}
      </div>
    </article>
  );
}

export function VaultGrid({ children }: { children: ReactNode }) {
  return <div className="vault-grid">{children}</div>;
}

export function CreateCard({ label }: { label: string }) {
  return (
    <a className="create-card" href="/create">
      <Icon name="plus" />
      {label}
    </a>
  );
}
