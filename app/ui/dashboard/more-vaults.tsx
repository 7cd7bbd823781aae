import { PageHead } from "../page-head";
import { ShowMore } from "../show-more";
import { VaultWithAction } from "../vault/vault-with-action";
import { VaultGrid } from "../vault-card";
import type { MoreVaults } from "./vaults";

/** A further page of the table, for a reader who follows "Show more" without script. */
export function MoreVaultsPage({ list, cards, next }: MoreVaults & { list: "pending" | "delivered" }) {
  const isPending = list === "pending";
  return (
    <>
      <PageHead
        title={isPending ? "Pending Memories" : "Delivered Memories"}
        back={{ href: isPending ? "/dashboard" : "/dashboard?tab=delivered", label: "Back" }}
      />
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
