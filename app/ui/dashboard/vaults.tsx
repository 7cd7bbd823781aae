import type { Slots } from "~/domain/overview/slots.server";
import { VAULT_LIMIT } from "~/domain/vault/vault-words";
import { ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { ShowMore, withoutDoubles } from "../base/show-more";
import { Tabs } from "../base/tabs";
import { SlotsUsed } from "../settings/slots-used";
import { CreateCard, type VaultCardData, VaultGrid } from "../vault/vault-card";
import { VaultWithAction } from "../vault/vault-with-action";
import type { DashboardData } from "./dashboard-data";

export type MoreVaults = { cards: VaultCardData[]; next: string | null };

type VaultsProps = Pick<
  DashboardData,
  "list" | "pending" | "delivered" | "drafts" | "hasMoreDrafts" | "cards" | "next" | "slots"
> & {
  /** Pages loaded by "Show more". */
  more?: MoreVaults[];
  onShowMore?: (href: string) => Promise<void>;
};

export function Vaults({ list, pending, delivered, drafts, cards, next, slots, more = [], ...rest }: VaultsProps) {
  const { hasMoreDrafts, onShowMore } = rest;
  const isPending = list === "pending";
  const preserved = pending + delivered + (drafts.length > 0 ? 1 : 0);
  const isFull = slots !== null && slots.used >= slots.limit;
  const shown = withoutDoubles([...(isPending ? drafts : []), ...cards, ...more.flatMap((page) => page.cards)]);
  const { next: further } = more.at(-1) ?? { next };
  return (
    <section className="vaults" aria-labelledby="your-vault" id="vaults">
      <div className="vaults-head">
        <div>
          <h2 id="your-vault">Your Vault</h2>
          <p className="soft">
            {preserved} {preserved === 1 ? "memory" : "memories"} preserved
          </p>
        </div>
        <ButtonLink variant="secondary" href="/activity">
          View My Vaults
        </ButtonLink>
      </div>
      <div data-in-place="">
        <Tabs
          label="Your vaults"
          tabs={[
            { href: "/dashboard", label: "Pending Memories", count: pending, isCurrent: isPending },
            {
              href: "/dashboard?tab=delivered",
              label: "Delivered Memories",
              count: delivered,
              isCurrent: !isPending,
            },
          ]}
        />
      </div>
      {shown.length === 0 && (
        <p className="lede">{isPending ? "Nothing is waiting." : "Nothing has been delivered yet."}</p>
      )}
      <VaultGrid>
        {shown.map((card) => (
          <VaultWithAction key={card.id} vault={card} />
        ))}
        {!isFull && (
          <CreateCard label={pending + delivered > 0 ? "Create Another Vault" : "Your First Vault Is Free"} />
        )}
      </VaultGrid>
      <ShowMore
        href={further && `/dashboard?tab=${list}&after=${further}`}
        count={shown.length}
        {...(onShowMore && { onShow: onShowMore })}
      />
      {isPending && hasMoreDrafts && (
        <div className="actions">
          <ButtonLink variant="secondary" href="/dashboard?tab=drafts">
            All drafts
          </ButtonLink>
        </div>
      )}
      {slots && <PlanSlots {...slots} />}
    </section>
  );
}

/** Shown once the plan is nearly full. */
function PlanSlots({ used, limit, advice, canUpgrade }: Slots) {
  const left = limit - used;
  const isFirst = limit === 1 && used <= limit && canUpgrade;
  const usedUp = isFirst
    ? "Your free vault is in use. Want to write to someone else, too? A plan has room for more, paid for once."
    : `You’ve used every vault in your plan. ${advice}`;
  return (
    <Card title={left > 0 ? "Your plan is nearly full" : VAULT_LIMIT}>
      <SlotsUsed used={used} limit={limit} />
      <p className="small">{left > 0 ? `${left} ${left === 1 ? "vault is" : "vaults are"} left.` : usedUp}</p>
      {canUpgrade && (
        <p className="actions">
          <ButtonLink variant={isFirst ? "secondary" : "primary"} href="/settings/plan">
            Upgrade your plan
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}
