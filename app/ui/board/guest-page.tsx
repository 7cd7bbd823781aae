import type { SubmissionResult } from "@conform-to/react";
import type { Closed } from "~/domain/board/board";
import type { guestEmailSchema } from "~/domain/board/join-schema";
import { CLOSED_WORDS } from "~/domain/board/quota-words";
import type { PieceProps } from "~/domain/board/wall-data";
import { Button, ButtonLink } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { Icon } from "../base/icons";
import { useLiveForm } from "../base/live-form";
import { Notice } from "../base/notice";
import { Piece } from "./piece";
import { Prints } from "./prints";
import { Welcome } from "./welcome";

export type GuestPageProps = {
  name: string;
  title: string;
  hostName: string;
  /** The host's words to the guests, if any. */
  welcome: string;
  path: string;
  opensOn: string;
  /** The last day for pieces in full, if that is before. */
  closesOn: string | null;
  /** Null while the board takes pieces. */
  closed: Closed | null;
  needsApproval: boolean;
  /** Whether the guest may see the wall now. */
  canSeeWall: boolean;
  pieces: PieceProps[];
  email: { address: string; isConfirmed: boolean };
  privateLink: string;
  /** Null where the guest has no link that works. */
  joinAnother: string | null;
  /** `take`: the viewer is signed in and can take over the pieces. */
  account: "offer" | "take" | "taken";
  lastResult?: SubmissionResult<string[]> | undefined;
};

/** A guest's own page: what to add, what they added, and how to come back. */
export function GuestPage(props: GuestPageProps) {
  const { name, title, hostName, welcome, path, closed, pieces, opensOn, closesOn, canSeeWall, joinAnother } = props;
  const isNew = pieces.length === 0;
  return (
    <>
      {isNew && <Prints name={name} />}
      <header className="party-head">
        <h1 dir="auto">
          {closed === "sealed" ? "Hello again" : isNew ? "You’re in" : "Thank you"}, {name}
        </h1>
        <p>
          {closed ? (
            CLOSED_WORDS[closed]
          ) : isNew ? (
            <>
              There’s a place for you on “<bdi>{title}</bdi>”. What will you put there?
              {closesOn && ` You can add it until ${closesOn}.`}
            </>
          ) : (
            <>
              “<bdi>{title}</bdi>” opens on {opensOn}. Until then, you can{" "}
              {closesOn
                ? `change it or take it back, and add more until ${closesOn}.`
                : "add more, change it or take it back."}
            </>
          )}
        </p>
      </header>
      {!closed && <Welcome text={welcome} hostName={hostName} />}
      {!closed && <AddButtons path={path} />}
      {canSeeWall && (
        <p className="party-foot">
          <a href={`${path}/wall`}>See the board</a>
        </p>
      )}
      {pieces.length > 0 && <OwnPieces {...props} />}
      <StayInTouch {...props} />
      <p className="party-links">
        {joinAnother && <a href={joinAnother}>Add another person</a>}{" "}
        {closed !== "sealed" && closed !== "revealed" && <a href={`${path}/name`}>Change your name</a>}{" "}
        <a href={`${path}/leave`}>Take everything back</a>
      </p>
    </>
  );
}

function AddButtons({ path }: { path: string }) {
  return (
    <div className="party-adds">
      <ButtonLink size="form" href={`${path}/add`}>
        <Icon name="photo" size={22} />
        Add a photo or video
      </ButtonLink>
      <ButtonLink variant="secondary" href={`${path}/add?as=story`}>
        <Icon name="letter" size={22} />
        Tell a story
      </ButtonLink>
      <ButtonLink variant="secondary" href={`${path}/add?as=voice`}>
        <Icon name="audio" size={22} />
        Say it aloud
      </ButtonLink>
    </div>
  );
}

function OwnPieces({ pieces, path, closed }: GuestPageProps) {
  const action = closed === "revealed" ? "Take back" : "Change";
  return (
    <section className="stack" aria-labelledby="own-pieces">
      <h2 id="own-pieces" className="card-title">
        {pieces.length === 1 ? "Your piece" : `Your ${pieces.length} pieces`}
      </h2>
      <ul className="own-pieces">
        {pieces.map((piece, index) => (
          <li key={piece.id}>
            <Piece {...piece} />
            <p className="own-piece-foot">
              <span className="small">{STATES[piece.state]}</span>{" "}
              <a className="row-link" href={`${path}/pieces/${piece.id}`}>
                {action}
                <span className="visually-hidden">
                  {pieces.length === 1 ? " this piece" : ` piece ${index + 1} of ${pieces.length}`} from {piece.on}
                </span>
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATES = { waiting: "The host will look at it first", shown: "On the board", hidden: "Hidden by the host" };

function StayInTouch(props: GuestPageProps) {
  const isFinal = props.closed === "sealed" || props.closed === "revealed";
  return (
    <section className="party-more stack">
      {props.closed !== "revealed" && <EmailForm {...props} />}
      <details className="more party-link">
        <summary>Come back from another phone</summary>
        <div className="field">
          <label className="field-label" htmlFor="private-link">
            Your private link
          </label>
          <input className="control" id="private-link" value={props.privateLink} readOnly dir="ltr" />
          <p className="field-hint">
            Keep it to yourself: anyone who has it can{" "}
            {isFinal ? "take your pieces back" : "change your pieces or take them back"}. This browser remembers you by
            itself.
          </p>
        </div>
      </details>
      {props.pieces.length > 0 && <AccountOffer {...props} />}
    </section>
  );
}

function EmailForm({ path, hostName, email, lastResult }: GuestPageProps) {
  const [form, fields, formProps] = useLiveForm<typeof guestEmailSchema>({
    id: "guest-email",
    lastResult,
    defaultValue: { email: email.address },
    rules: () => import("~/domain/board/join-rules").then((rules) => rules.emailRules),
  });
  return (
    <>
      {email.address !== "" && !email.isConfirmed && (
        <Notice title="One tap is missing">
          <p>
            We sent an email to <bdi>{email.address}</bdi>. Open its link, and we’ll write to you when the board opens.
          </p>
        </Notice>
      )}
      <form method="post" action={path} {...formProps} className="stack">
        <CsrfField />
        <ErrorSummary form={form} />
        <TextField
          field={fields.email}
          label="Your email (optional)"
          hint={
            email.isConfirmed
              ? "Confirmed. We’ll write when the board opens."
              : `We’ll write when the board opens. Only ${hostName || "your host"} can see it.`
          }
          type="email"
          autoComplete="email"
        />
        <Button variant="secondary">{email.address ? "Change my email" : "Tell me when it opens"}</Button>
      </form>
    </>
  );
}

function AccountOffer({ account, path }: GuestPageProps) {
  if (account === "offer") {
    return (
      <p className="party-foot">
        Want to keep something for someone, too? <a href={`${path}/account`}>Make a free account</a>. It takes your
        pieces along.
      </p>
    );
  }
  if (account === "take") {
    return (
      <form method="post" action={`${path}/account`} className="actions">
        <CsrfField />
        <Button variant="quiet">Keep these pieces with my account</Button>
      </form>
    );
  }
  return (
    <p className="party-foot">
      These pieces are kept with your account. <a href="/boards">All your shared boards</a>
    </p>
  );
}
