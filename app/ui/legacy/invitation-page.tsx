import type { ContactState } from "~/domain/legacy/legacy";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { PageHead } from "../base/page-head";

const LEDES: Record<ContactState, string> = {
  invited: "There is nothing to do for now, and perhaps there never will be.",
  accepted: "You have accepted. We turn to you if something cannot be delivered.",
  declined: "You have declined. If you change your mind, you can still accept.",
};

/** Also where a legacy contact resigns later. */
export function InvitationPage({
  contactName,
  ownerName,
  offers,
  state,
}: {
  contactName: string;
  ownerName: string;
  /** Offered permissions; each completes "you may". */
  offers: string[];
  state: ContactState;
}) {
  return (
    <>
      <PageHead kicker={`For ${contactName}`} title={`${ownerName} trusts you`} lede={LEDES[state]} />
      <Card>
        <div className="stack">
          <p>
            <span dir="auto">{ownerName}</span> keeps letters and recordings here that are delivered on a day in the
            future. A legacy contact is whom we turn to if one of them cannot be delivered.
          </p>
          {offers.length === 1 && <p>If that happens, you may {offers[0]}.</p>}
          {offers.length > 1 && (
            <div>
              <p>If that happens, you may:</p>
              <ul className="rows">
                {offers.map((offer) => (
                  <li key={offer}>{offer}.</li>
                ))}
              </ul>
            </div>
          )}
          <p>You need no account, it costs nothing, and you can step back at any time with this same link.</p>
          <form method="post" className="actions">
            <CsrfField />
            {state !== "accepted" && (
              <Button name="answer" value="accept">
                Accept
              </Button>
            )}
            {state !== "declined" && (
              <Button variant={state === "invited" ? "quiet" : "secondary"} name="answer" value="decline">
                {state === "invited" ? "Decline" : "Step back"}
              </Button>
            )}
          </form>
        </div>
      </Card>
    </>
  );
}
