import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { PageHead } from "../base/page-head";
import { RefusalNotice } from "../base/refusal-notice";
import { InviteLink } from "./invite-link";

type InvitePageProps = {
  id: string;
  title: string;
  url: string | null;
  guests: { id: string; name: string; email: string | null }[];
  guestsAtMost: number;
  result: unknown;
};

/** Link and guests of a board, for the host. */
export function InvitePage({ id, title, url, guests, guestsAtMost, result }: InvitePageProps) {
  return (
    <>
      <PageHead
        title="Guests"
        kicker={<span dir="auto">{title}</span>}
        lede="Whoever has the link, or scans the square, can put themselves on the list of this board."
        back={{ href: `/memories/${id}`, label: "Back" }}
      />
      <RefusalNotice result={result} />
      <Card>
        {url ? (
          <InviteLink url={url}>
            It shows your name and the title of the board, and nothing of what is in it. It works until the board is
            opened.
          </InviteLink>
        ) : (
          <p>This board has no invite link, so nobody can join it.</p>
        )}
        <form method="post" className="actions">
          <CsrfField />
          <Button variant={url ? "secondary" : "primary"} name="intent" value="make">
            {url ? "Make a new link" : "Make an invite link"}
          </Button>
          {url && (
            <Button variant="quiet" name="intent" value="take-back">
              Take the link back
            </Button>
          )}
        </form>
        {url && <p className="field-hint">Either way this link is dead at once. Who has joined stays on the list.</p>}
      </Card>
      <Card
        title={guests.length === 0 ? "Nobody has joined yet" : `${guests.length} of at most ${guestsAtMost} guests`}
      >
        <p>Guests who left an address get the board on its day, as do those on your own list of recipients.</p>
        {guests.length > 0 && (
          <ul className="rows">
            {guests.map((guest) => (
              <li key={guest.id}>
                <span>
                  <bdi>{guest.name}</bdi>
                  <br />
                  <span className="small" dir="ltr">
                    {guest.email ?? "left no address"}
                  </span>
                </span>
                <a className="row-link" href={`/memories/${id}/guests/${guest.id}`}>
                  Remove<span className="visually-hidden"> {guest.name}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
