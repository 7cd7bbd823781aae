import { statusWords } from "~/domain/address-health/address-status";
import type { AskedRecipient } from "~/domain/address-health/confirmation.server";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { Facts } from "../base/facts";
import { PageHead } from "../base/page-head";

/** Lets a sender ask recipients to confirm their addresses. */
export function ConfirmationPage({ id, recipients }: { id: string; recipients: AskedRecipient[] }) {
  const isAnyoneLeft = recipients.some(({ mayBeAsked }) => mayBeAsked);
  return (
    <>
      <PageHead
        title="Ask whether the address is right"
        lede="We write “Someone has kept something for you”, and nothing else: not who, not what, not when. They confirm with one tap, and you’ll see it here."
        back={{ href: `/memories/${id}`, label: "Back" }}
      />
      <Card>
        <Facts
          items={recipients.map(({ name, email, status }) => ({
            label: name ? `${name}, ${email}` : email,
            value: statusWords(status),
          }))}
        />
        {isAnyoneLeft ? (
          <form method="post" className="actions">
            <CsrfField />
            <Button size="form">Ask now</Button>
          </form>
        ) : (
          <p>
            There’s no one to ask right now. We ask three times at most, a week apart. After a yes, we don’t ask again
            for a year; after a no, never.
          </p>
        )}
      </Card>
    </>
  );
}
