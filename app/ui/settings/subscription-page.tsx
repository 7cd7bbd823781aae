import { Button } from "../base/button";
import { PageHead } from "../base/page-head";

/** Subscribes to one kind of email, or unsubscribes. */
export function SubscriptionPage({ label, isOn, isFormer }: { label: string; isOn: boolean; isFormer: boolean }) {
  if (isFormer) return <FormerEmail />;
  return (
    <section className="card card-sheet confirm">
      <PageHead
        title={isOn ? "Stop these emails?" : "These emails have stopped"}
        lede={
          isOn
            ? `You get them because “${label}” is on in your account.`
            : `“${label}” is off. Your vaults are kept and delivered as before.`
        }
      />
      <form method="post">
        {isOn && <input type="hidden" name="List-Unsubscribe" value="One-Click" />}
        <Button name="choice" value={isOn ? "stop" : "again"} variant={isOn ? "primary" : "secondary"}>
          {isOn ? "Stop these emails" : "Send them again"}
        </Button>
      </form>
      <p className="small">
        You can choose other emails in <a href="/settings/notifications">your notification settings</a>.
      </p>
    </section>
  );
}

function FormerEmail() {
  return (
    <section className="card card-sheet confirm">
      <PageHead
        title="These emails have stopped"
        lede="They no longer come to this address: the account they were about has another email now, or was deleted."
      />
    </section>
  );
}
