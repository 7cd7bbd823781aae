import type { SubmissionResult } from "@conform-to/react";
import type { Closed } from "~/domain/board/board";
import type { coHostSchema } from "~/domain/board/settings-schema";
import { Button, ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";
import { RefusalNotice } from "../base/refusal-notice";
import { BoardSettingsForm, type BoardSettingsProps } from "./board-settings";
import { CoHostList, type CoHostProps } from "./co-host-list";
import { InviteLink } from "./invite-link";
import { type BoardPieces, PiecesCard } from "./pieces-card";

export type InvitePageProps = {
  id: string;
  title: string;
  url: string | null;
  isSealed: boolean;
  /** Null while guests can join. */
  closed: Closed | null;
  isOwner: boolean;
  settings: BoardSettingsProps["settings"];
  lastDay: string;
  zone: BoardSettingsProps["zone"];
  /** Only the owner gets their emails. */
  guests: { id: string; name: string; email: string | null; isEmailConfirmed: boolean }[];
  guestPages: { total: number; page: number; pages: number };
  /** How many of all guests added nothing and confirmed no email. */
  emptyGuests: number;
  guestsAtMost: number;
  hosts: CoHostProps[];
  pieces: BoardPieces;
};

const JOINED = "Who has joined this board.";
const LEDES: Record<Closed, string> = {
  sealed: JOINED,
  revealed: JOINED,
  paused: "This board is paused: no one can join it or add anything.",
  over: "The last day to add something has passed: no one can join this board or add anything.",
};

type InviteAnswer = SubmissionResult<string[]> | undefined;

/** A waiting board as its hosts see it: link, settings, guests, co-hosts. */
export function InvitePage({ result, ...board }: InvitePageProps & { result: InviteAnswer }) {
  const { id, title, isSealed, closed, isOwner } = board;
  return (
    <>
      <PageHead
        title="Guests"
        kicker={<span dir="auto">{title}</span>}
        lede={closed ? LEDES[closed] : "Anyone with the link or the QR code can join this board."}
        back={{ href: isOwner ? `/memories/${id}` : "/boards", label: "Back" }}
      />
      <RefusalNotice result={result} />
      <div className="stack">
        {isSealed ? (
          <Card title="This board is sealed">
            <p>It takes no more guests and no more pieces, and shows none until its day.</p>
          </Card>
        ) : (
          <>
            <PiecesCard {...board} />
            <Link {...board} />
          </>
        )}
        <Guests {...board} />
        {!isSealed && (
          <Card title="How it works for guests">
            <BoardSettingsForm {...board} result={answerTo(result, "settings")} />
          </Card>
        )}
        {isOwner && <CoHosts key={board.hosts.length} {...board} result={answerTo(result, "add-host")} />}
      </div>
    </>
  );
}

/** The page has several forms, each with its own fields. */
const answerTo = (result: InviteAnswer, intent: string) =>
  result?.initialValue?.intent === intent ? result : undefined;

function Link({ id, url }: InvitePageProps) {
  if (!url) {
    return (
      <Card title="How guests join">
        <p>This board has no invite link, so no one can join it.</p>
        <form method="post" className="actions">
          <CsrfField />
          <Button name="intent" value="make">
            Make an invite link
          </Button>
        </form>
      </Card>
    );
  }
  return (
    <Card title="How guests join">
      <InviteLink url={url}>
        It shows your name, the title and the day, and nothing of what’s in it. It works until the board opens.
      </InviteLink>
      <p>
        <a href={`/memories/${id}/cards`}>Table cards to print</a>
      </p>
      <details className="more">
        <summary>Change or turn off the link</summary>
        <p>Either way, this link stops working. Guests who joined stay.</p>
        <form method="post" className="actions">
          <CsrfField />
          <Button variant="secondary" name="intent" value="make">
            Make a new link
          </Button>
          <Button variant="quiet" name="intent" value="take-back">
            Turn off the link
          </Button>
        </form>
      </details>
    </Card>
  );
}

function Guests({ id, guests, guestPages, emptyGuests, guestsAtMost, isSealed, isOwner }: InvitePageProps) {
  const { total, page, pages } = guestPages;
  const count = total === 1 ? "1 guest" : `${total} guests`;
  const title = isSealed || total > guestsAtMost ? count : `${count} (up to ${guestsAtMost})`;
  return (
    <Card title={total === 0 ? "No one has joined yet" : title}>
      <p>
        Guests who confirmed their email get the board on its day, as does everyone on{" "}
        {isOwner ? "your own" : "its host’s"} list of recipients.
      </p>
      {guests.length > 0 && (
        <ul className="rows">
          {guests.map((guest) => (
            <li key={guest.id}>
              <span className="row-words">
                <bdi>{guest.name}</bdi>
                {isOwner && (
                  <>
                    <br />
                    <span className="small on-screen">{emailInWords(guest)}</span>
                  </>
                )}
              </span>{" "}
              <a className="row-link" href={`/memories/${id}/guests/${guest.id}`}>
                Remove<span className="visually-hidden"> {guest.name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav className="actions" aria-label="Pages of guests">
          {page > 1 && (
            <ButtonLink variant="secondary" href={`?page=${page - 1}`} rel="prev">
              Earlier guests
            </ButtonLink>
          )}
          {page < pages && (
            <ButtonLink variant="secondary" href={`?page=${page + 1}`} rel="next">
              More guests
            </ButtonLink>
          )}
          <span className="small">
            Page {page} of {pages}
          </span>
        </nav>
      )}
      {emptyGuests > 1 && <EmptyGuests count={emptyGuests} />}
    </Card>
  );
}

function EmptyGuests({ count }: { count: number }) {
  return (
    <details className="more">
      <summary>{count} guests have added nothing so far</summary>
      <form method="post" className="stack">
        <CsrfField />
        <p>
          They haven’t confirmed an email either. If you didn’t invite them, take them all off the list: they can join
          again with the link, unless you make a new one.
        </p>
        <div className="actions">
          <Button variant="secondary" name="intent" value="remove-empty">
            Remove these {count} guests
          </Button>
        </div>
      </form>
    </details>
  );
}

function emailInWords({ email, isEmailConfirmed }: InvitePageProps["guests"][number]) {
  if (email === null) return "left no email";
  return (
    <>
      <bdi dir="ltr">{email}</bdi>
      {!isEmailConfirmed && ", not confirmed yet"}
    </>
  );
}

function CoHosts({
  id,
  hosts,
  isSealed,
  result,
}: InvitePageProps & { result: SubmissionResult<string[]> | undefined }) {
  const [form, fields, formProps] = useLiveForm<typeof coHostSchema>({
    id: "co-host",
    lastResult: result,
    rules: () => import("~/domain/board/settings-rules").then((rules) => rules.coHostRules),
  });
  return (
    <Card title="Host it together">
      <p>
        {isSealed
          ? "From its day on, a co-host sees every piece and can hide it."
          : "A co-host sees every piece, can approve, hide or remove it, and can invite guests. Sealing stays with you."}
      </p>
      <CoHostList id={id} hosts={hosts} />
      <form method="post" className="stack" {...formProps}>
        <CsrfField />
        <input type="hidden" name="intent" value="add-host" />
        <ErrorSummary form={form} />
        <TextField field={fields.hostName} label="Their name" autoComplete="off" />
        <TextField field={fields.hostEmail} label="Their email" type="email" autoComplete="off" />
        <Button variant="secondary">Invite a co-host</Button>
      </form>
    </Card>
  );
}
