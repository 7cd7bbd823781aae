import type { SubmissionResult } from "@conform-to/react";
import { Card } from "../base/card";
import { PageHead } from "../base/page-head";
import { CodeChallenge } from "../reading/code-challenge";

/** Verifies a legacy contact by a code before anything of a vault is shown. */
export function HelpCodeChallenge({
  ownerName,
  contactName,
  link,
  isCodeSent,
  lastResult,
}: {
  ownerName: string;
  contactName: string;
  /** The token of the link, as in the URL. */
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
