import type { SubmissionResult } from "@conform-to/react";
import { firstName } from "~/domain/account/first-name";
import type { OwnKind } from "~/domain/vault/own-kind";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { EnvelopeBack } from "./envelope-back";
import { OpeningCode } from "./opening-code";
import { RecipientActions } from "./recipient-actions";

export type Opening = {
  senderName: string;
  isSenderGone: boolean;
  recipientName: string;
  /** `YYYY-MM-DD`, and in words, with how long ago. */
  writtenOn: string;
  writtenInWords: string;
  isToSender: boolean;
  ownKind: OwnKind | null;
  /** Whether the viewer's account has the recipient's email, so no code is needed. */
  isTheirAccount: boolean;
  /** Where the code goes, shortened: "t…@example.org". */
  sentTo: string;
  /** Whether link and code are sent by SMS. */
  isBySms: boolean;
  isCodeSent: boolean;
  isDeclined: boolean;
  /** The chosen day of a reminder, in words. */
  remindOn: string | null;
  isBlocked: boolean;
  /** Token of the link, as in the URL. */
  link: string;
  lastResult?: SubmissionResult<string[]> | null;
};

export const asksForCode = ({ isCodeSent, isTheirAccount }: Opening) => isCodeSent && !isTheirAccount;

export function OpeningPage(opening: Opening) {
  const { link, recipientName, writtenOn, lastResult } = opening;
  const isCodeNeeded = asksForCode(opening);
  return (
    <div className={isCodeNeeded ? "opening opening-asks" : "opening"}>
      <EnvelopeBack name={recipientName} day={writtenOn} />
      {isCodeNeeded ? (
        <OpeningCode
          link={link}
          isBySms={opening.isBySms}
          heading={`Just to be sure it’s you${recipientName ? `, ${firstName(recipientName)}` : ""}`}
          sentTo={opening.sentTo}
          lastResult={lastResult}
        />
      ) : (
        <ClosedEnvelope {...opening} />
      )}
      <details className="something-wrong" open={opening.isBlocked || opening.isDeclined || opening.remindOn !== null}>
        <summary>Something wrong?</summary>
        <RecipientActions {...opening} label="Something wrong?" />
      </details>
    </div>
  );
}

function ClosedEnvelope({
  link,
  senderName,
  isSenderGone,
  isToSender,
  ownKind,
  writtenInWords,
  isTheirAccount,
  ...opening
}: Opening) {
  const first = firstName(senderName);
  return (
    <>
      <h1>
        {isToSender ? (
          <OwnHeading ownKind={ownKind} recipientName={opening.recipientName} />
        ) : (
          <>
            <span dir="auto">{first}</span> kept this for you
          </>
        )}
      </h1>
      <p className="opening-lede">
        <span className="phrase">Written {writtenInWords}.</span>
        <br />
        <span className="phrase">It’s yours to open now.</span>
      </p>
      <form method="post" action={`/open/${link}/${isTheirAccount ? "account" : "code"}`} className="stack">
        <CsrfField />
        <Button size="form">Open it</Button>
      </form>
      <div className="opening-notes">
        {!isTheirAccount && (
          <p>To make sure it’s you, we’ll {opening.isBySms ? "text" : "email"} you a one-time code.</p>
        )}
        {!isToSender && !isSenderGone && (
          <p>
            <span dir="auto">{first}</span> will see that you opened it.
          </p>
        )}
      </div>
    </>
  );
}

function OwnHeading({ ownKind, recipientName }: Pick<Opening, "ownKind" | "recipientName">) {
  if (ownKind === "board") return "Your memory board is ready";
  if (ownKind === "for_oneself") return "You kept this for yourself";
  return (
    <>
      You kept this for <span dir="auto">{firstName(recipientName)}</span>
    </>
  );
}
