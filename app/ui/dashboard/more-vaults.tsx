import { PageHead } from "../base/page-head";
import { ShowMore } from "../base/show-more";
import { VaultGrid } from "../vault/vault-card";
import { VaultWithAction } from "../vault/vault-with-action";
import type { MoreVaults } from "./vaults";

const HEADS = {
  pending: { title: "Pending Memories", back: "/dashboard" },
  delivered: { title: "Delivered Memories", back: "/dashboard?tab=delivered" },
  drafts: { title: "Drafts", back: "/dashboard" },
};

/** Further pages without JavaScript, and the list of all drafts. */
export function MoreVaultsPage({ list, cards, next }: MoreVaults & { list: keyof typeof HEADS }) {
  const { title, back } = HEADS[list];
  return (
    <>
      <PageHead title={title} back={{ href: back, label: "Back" }} />
      <section className="vaults">
        <VaultGrid>
          {cards.map((card) => (
            <VaultWithAction key={card.id} vault={card} headingLevel="h2" />
          ))}
        </VaultGrid>
        <ShowMore href={next && `/dashboard?tab=${list}&after=${next}`} count={cards.length} />
      </section>
    </>
  );
}
