import { ButtonLink } from "../button";
import { ComingUp } from "../coming-up";
import { EmptyState } from "../empty-state";
import { Notice } from "../notice";
import { PageHead } from "../page-head";
import { Tabs } from "../tabs";
import { CreateCard, VaultCard, type VaultCardData, VaultGrid } from "../vault-card";
import { Received } from "./received";
import { VerifyNotice } from "./verify-notice";

export type DashboardData = {
  list: "pending" | "delivered";
  counts: { pending: number; delivered: number };
  today: string;
  greeting: string;
  /** The address that is still to be verified, if it is. */
  email: string | null;
  isAtLimit: boolean;
  cards: VaultCardData[];
  comingUp: { href: string; title: string; label: string }[];
  received: { id: string; title: string; senderName: string; isOpened: boolean }[];
  next: string | null;
};

export function DashboardPage(data: DashboardData) {
  const hasVaults = data.counts.pending + data.counts.delivered > 0;
  return (
    <>
      <PageHead title={data.greeting} kicker={data.today} />
      {data.email && <VerifyNotice email={data.email} />}
      <Received vaults={data.received} />
      <ComingUp items={data.comingUp} />
      {hasVaults ? <Vaults {...data} /> : <NoVaults />}
    </>
  );
}

function Vaults({ list, counts, cards, next, isAtLimit }: DashboardData) {
  return (
    <section className="vaults">
      <Tabs
        label="Your vaults"
        tabs={[
          { href: "/dashboard", label: "Pending Memories", count: counts.pending, isCurrent: list === "pending" },
          {
            href: "/dashboard?tab=delivered",
            label: "Delivered Memories",
            count: counts.delivered,
            isCurrent: list === "delivered",
          },
        ]}
      />
      {cards.length === 0 && (
        <p className="lede">{list === "pending" ? "Nothing is waiting." : "Nothing has been delivered yet."}</p>
      )}
      <VaultGrid>
        {cards.map((card) => (
          <VaultCard key={card.id} vault={card} headingLevel="h2" />
        ))}
        {list === "pending" && !isAtLimit && !next && <CreateCard label="Create Another Vault" href="/create" />}
      </VaultGrid>
      {isAtLimit && list === "pending" && (
        <Notice kind="info" title="Vault Limit Reached">
          <p>Every place of your plan is taken. A vault that you cancel frees its place.</p>
        </Notice>
      )}
      {next && (
        <p className="actions">
          <ButtonLink variant="secondary" href={`/dashboard?tab=${list}&after=${next}`}>
            Show more
          </ButtonLink>
        </p>
      )}
    </section>
  );
}

function NoVaults() {
  return (
    <EmptyState title="Your First Vault Is Free" action={{ href: "/create", label: "Create A Vault Now" }}>
      Write to someone, choose the day, and it arrives.
    </EmptyState>
  );
}
