import type { SubmissionResult } from "@conform-to/react";
import { Card } from "../base/card";
import { PageHead } from "../base/page-head";
import { CodeChallenge } from "../reading/code-challenge";

/** Before anything is shown of a vault that did not arrive: a code shows that it is the legacy contact who came. */
export function HelpCodeChallenge({
  ownerName,
  contactName,
  link,
  isCodeSent,
  lastResult,
}: {
  ownerName: string;
  contactName: string;
  /** The link of the mail, as in the page's address. */
  link: string;
  isCodeSent: boolean;
  lastResult?: SubmissionResult<string[]> | null | undefined;
}) {
  return (
    <>
      <PageHead
        kicker={`For ${contactName}`}
        title={`${ownerName} may need your help`}
        lede={`This page is for their legacy contact alone. So we ${isCodeSent ? "sent" : "send"} a one-time code to the mailbox this link went to.`}
      />
      <Card>
        <CodeChallenge path={`/legacy/${link}`} isCodeSent={isCodeSent} lastResult={lastResult} />
      </Card>
    </>
  );
}
