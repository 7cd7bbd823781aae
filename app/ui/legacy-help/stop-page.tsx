import type { LegacyRequestKind, LegacyRequestState } from "~/domain/legacy/legacy";
import type { VaultState } from "~/domain/vault/vault";
import { Button } from "../base/button";
import { Confirm } from "../base/confirm";
import { EmptyState } from "../base/empty-state";
import { Facts } from "../base/facts";

type Wait = {
  contactName: string;
  title: string;
  recipientName: string;
  vaultState: VaultState;
  kind: LegacyRequestKind;
  state: LegacyRequestState;
  opensOn: string;
  isRead: boolean;
  isAllowed: boolean;
};

/** Works without logging in. */
export function StopPage(wait: Wait) {
  const { contactName, title, recipientName, vaultState, kind, state, opensOn, isRead } = wait;
  if (state === "stopped" || state === "over") {
    return (
      <EmptyState
        title={state === "stopped" ? "It’s stopped" : "There’s nothing to stop"}
        headingLevel="h1"
        action={{ href: "/settings/legacy-contacts", label: "See your legacy contacts" }}
      >
        {state === "stopped"
          ? `${contactName} won’t be able to read “${title}”, and can’t ask again.`
          : reasonToEnd(wait)}
      </EmptyState>
    );
  }
  return (
    <Confirm
      title={kind === "view" ? `Keep ${contactName} from reading it?` : `Stop the copy for ${contactName}?`}
      confirm={<Button variant="danger">Stop it</Button>}
      cancel={{ href: "/?home", label: "Let it be" }}
    >
      <Facts
        items={[
          { label: "Title", value: title },
          ...(recipientName ? [{ label: "For", value: recipientName }] : []),
          { label: "Legacy contact", value: contactName },
          { label: state === "open" ? "Open since" : "Opens on", value: opensOn },
        ]}
      />
      <p>
        {isRead
          ? `${contactName} has read it already. If you stop it, they can neither read it again nor get a copy.`
          : `If you stop it, ${contactName} can neither read it nor get a copy.`}
      </p>
      {vaultState !== "delivered" && (
        <p>We haven’t been able to deliver it yet. We’re keeping it safe, and you can give us another address.</p>
      )}
    </Confirm>
  );
}

function reasonToEnd({ contactName, title, vaultState, isAllowed }: Wait): string {
  if (vaultState === "cancelled") return `You cancelled this memory, so ${contactName} can’t read it.`;
  return isAllowed
    ? `“${title}” was delivered in the meantime, or is being delivered again.`
    : `${contactName} can’t read “${title}”: they have stepped back, or you no longer allow it.`;
}
