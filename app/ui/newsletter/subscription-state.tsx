import type { SubscriptionState } from "~/domain/newsletter/subscribe.server";
import { Button, ButtonLink } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { PageHead } from "../base/page-head";

/** Behind the link of the confirmation mail. */
export function ConfirmPage({ state }: { state: SubscriptionState }) {
  if (state === "requested")
    return (
      <section className="card confirm">
        <PageHead title="Subscribe to the newsletter?" lede="A few letters a year, and you can stop any time." />
        <form method="post">
          <CsrfField />
          <Button>Yes, subscribe me</Button>
        </form>
      </section>
    );
  return state === "confirmed" ? (
    <section className="card confirm">
      <PageHead
        title="You’re on the list"
        lede="The next issue will come to your mailbox. Every one has a link to stop."
      />
      <p className="actions">
        <ButtonLink href="/?home">Go to Home</ButtonLink>
      </p>
    </section>
  ) : (
    <section className="card confirm">
      <PageHead
        title="This link has expired"
        lede="Links work for a week. Subscribe again, and we’ll send a new one."
      />
      <p className="actions">
        <ButtonLink href="/newsletter">Subscribe again</ButtonLink>
      </p>
    </section>
  );
}

/** Behind the link that stops the newsletter. */
export function UnsubscribePage({ isOn }: { isOn: boolean }) {
  return (
    <section className="card confirm">
      <PageHead
        title={isOn ? "Stop the newsletter?" : "You’re unsubscribed"}
        lede={isOn ? "We’ll delete your address from the list." : "We’ve deleted your address from the list."}
      />
      {isOn ? (
        <form method="post">
          <input type="hidden" name="List-Unsubscribe" value="One-Click" />
          <Button name="choice" value="stop">
            Unsubscribe
          </Button>
        </form>
      ) : (
        <p className="actions">
          <ButtonLink variant="secondary" href="/newsletter">
            Subscribe again
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
