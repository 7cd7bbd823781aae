import type { ProposedAddress } from "~/domain/delivery/stop-proposed-address.server";
import { Button } from "../base/button";
import { Confirm } from "../base/confirm";
import { EmptyState } from "../base/empty-state";
import { Facts } from "../base/facts";

type Proposed = Omit<ProposedAddress, "id">;

const ENDED: Record<Exclude<Proposed["state"], "waiting">, { title: string; text: string }> = {
  stopped: { title: "It’s stopped", text: "We won’t send anything to that address. You can give us another one." },
  sent: { title: "It has been sent", text: "The three days were over. The delivery record shows what happened." },
  over: { title: "There’s nothing to stop", text: "That address is no longer needed, and nothing was sent there." },
};

/** Works without logging in. */
export function StopAddressPage({ vaultId, title, recipientName, email, contactName, isLegacy, state }: Proposed) {
  if (state !== "waiting") {
    const { title: ended, text } = ENDED[state];
    const href = state === "stopped" ? `/memories/${vaultId}/address` : `/memories/${vaultId}`;
    const label = state === "stopped" ? "Give another address" : "See the delivery record";
    return (
      <EmptyState title={ended} headingLevel="h1" action={{ href, label }}>
        {text}
      </EmptyState>
    );
  }
  return (
    <Confirm
      title="Stop this address?"
      confirm={<Button variant="danger">Stop it</Button>}
      cancel={{ href: "/?home", label: "It’s right, let it be" }}
    >
      <Facts
        items={[
          { label: "Title", value: title },
          ...(recipientName ? [{ label: "For", value: recipientName }] : []),
          { label: "New address", value: email },
          { label: isLegacy ? "From your legacy contact" : "From your backup contact", value: contactName },
        ]}
      />
      <p>If you stop it, we won’t send anything there, and everything stays as it was.</p>
    </Confirm>
  );
}
