import type { SubmissionResult } from "@conform-to/react";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { CodeChallenge } from "./code-challenge";
import { RecipientsSay } from "./recipients-say";

type Opening = {
  senderName: string;
  recipientName: string;
  /** Whether it is a message to the future self. */
  isToSender: boolean;
  /** Whether the viewer's account has the recipient's email, so no code is needed. */
  isTheirAccount: boolean;
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

export function OpeningPage(opening: Opening) {
  const { link, senderName, recipientName, isToSender, isTheirAccount, isDeclined } = opening;
  return (
    <>
      <PageHead
        kicker={recipientName ? `For ${recipientName}` : undefined}
        title={isToSender ? "You kept something for this day" : `${senderName} kept something for you`}
        lede={isTheirAccount ? "It is here. Take your time." : whyACode(opening)}
      />
      {isDeclined && (
        <Notice title="You said that this is not for you">
          <p>Nothing more comes to you about it. If you open it after all, that counts.</p>
        </Notice>
      )}
      <Card>
        {isTheirAccount ? (
          <OpenAsAccount link={link} />
        ) : (
          <CodeChallenge
            path={`/open/${link}`}
            isCodeSent={opening.isCodeSent}
            isBySms={opening.isBySms}
            lastResult={opening.lastResult}
          />
        )}
        {!isToSender && <p className="small">When you open it, {senderName} can see that you did, and when.</p>}
      </Card>
      <RecipientsSay {...opening} label="If not now" />
    </>
  );
}

function whyACode({ isBySms, isCodeSent }: Opening): string {
  const who = isBySms ? "has the telephone" : "reads the mailbox";
  return `Only whoever ${who} this link was sent to can open it from here. So we ${isCodeSent ? "sent" : "send"} a one-time code there.`;
}

function OpenAsAccount({ link }: { link: string }) {
  return (
    <form method="post" action={`/open/${link}/account`} className="stack">
      <CsrfField />
      <Button size="form">Open it</Button>
    </form>
  );
}
