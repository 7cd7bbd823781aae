import { PageHead } from "../base/page-head";
import { StopEmails } from "./stop-page";

/** Subscribes to one kind of email, or unsubscribes. */
export function SubscriptionPage({ label, isOn, isFormer }: { label: string; isOn: boolean; isFormer: boolean }) {
  if (isFormer) return <FormerEmail />;
  return (
    <StopEmails
      isOn={isOn}
      lede={
        isOn
          ? `You get them because “${label}” is on in your account.`
          : `“${label}” is off. Your vaults are kept and delivered as before.`
      }
    >
      You can choose other emails in <a href="/settings/notifications">your notification settings</a>.
    </StopEmails>
  );
}

function FormerEmail() {
  return (
    <section className="card confirm">
      <PageHead
        title="These emails have stopped"
        lede="They no longer come to this address: the account they were about has another email now, or was deleted."
      />
    </section>
  );
}
