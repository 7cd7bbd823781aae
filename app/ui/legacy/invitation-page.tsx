import type { ContactState } from "~/domain/legacy/legacy";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { PageHead } from "../base/page-head";

const LEDES: Record<ContactState, string> = {
  invited: "There’s nothing to do for now, and perhaps there never will be.",
  accepted: "You’ve accepted. We’ll ask for your help if something can’t be delivered.",
  declined: "You’ve declined. If you change your mind, you can still accept.",
};

/** Also where a legacy contact resigns later. */
export function InvitationPage({
  contactName,
  ownerName,
  isOwnerGone,
  offers,
  state,
}: {
  contactName: string;
  ownerName: string;
  isOwnerGone: boolean;
  /** Offered permissions; each completes "you may". */
  offers: string[];
  state: ContactState;
}) {
  return (
    <>
      <PageHead
        kicker={`For ${contactName}`}
        title={
          <>
            <bdi>{ownerName}</bdi> {isOwnerGone ? "trusted" : "trusts"} you
          </>
        }
        lede={LEDES[state]}
      />
      <Card>
        <div className="stack">
          <p>
            <span dir="auto">{ownerName}</span> {isOwnerGone ? "left" : "keeps"} letters and recordings here that will
            be delivered on a day in the future. If one of them can’t be delivered, we’d ask you for help: that’s what a
            legacy contact is for.
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
          <p>You don’t need an account, it costs nothing, and you can step back at any time with this same link.</p>
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
