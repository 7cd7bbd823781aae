import { Button } from "../base/button";
import { PageHead } from "../base/page-head";

/** Subscribes to one kind of mail, or unsubscribes. */
export function SubscriptionPage({ label, isOn }: { label: string; isOn: boolean }) {
  return (
    <section className="card card-sheet confirm">
      <PageHead
        title={isOn ? "Stop these mails?" : "You will not get these mails any more"}
        lede={
          isOn
            ? `You get them because “${label}” is on in your account.`
            : `“${label}” is off. Your vaults are kept and delivered as before.`
        }
      />
      <form method="post">
        {isOn && <input type="hidden" name="List-Unsubscribe" value="One-Click" />}
        <Button name="choice" value={isOn ? "stop" : "again"} variant={isOn ? "primary" : "secondary"}>
          {isOn ? "Stop these mails" : "Send them again"}
        </Button>
      </form>
      <p className="small">
        Other kinds of mail are chosen on <a href="/settings/notifications">the page of your notifications</a>.
      </p>
    </section>
  );
}
