import { EmptyState } from "../base/empty-state";

export function FirstVault() {
  return (
    <section aria-labelledby="your-vault" className="vaults">
      <h2 id="your-vault">Your Vault</h2>
      <EmptyState
        title="Your First Vault Is Free"
        headingLevel="h3"
        action={{ href: "/create", label: "Create A Vault Now" }}
      >
        Write to someone, choose the day, and it arrives.
      </EmptyState>
    </section>
  );
}
