import type { SubmissionResult } from "@conform-to/react";
import { Card } from "../base/card";
import { PageHead } from "../base/page-head";
import { CodeForm } from "./code-form";

/** Asks a legacy contact for a code before showing anything of a vault. */
export function HelpCodeChallenge({
  ownerName,
  contactName,
  link,
  isCodeSent,
  lastResult,
}: {
  ownerName: string;
  contactName: string;
  /** Token of the link, as in the URL. */
  link: string;
  isCodeSent: boolean;
  lastResult?: SubmissionResult<string[]> | null | undefined;
}) {
  return (
    <>
      <PageHead
        kicker={`For ${contactName}`}
        title={`Can you help with something from ${ownerName}?`}
        lede={`This page is for their legacy contact alone. So we ${isCodeSent ? "sent" : "send"} a one-time code to the mailbox this link went to.`}
      />
      <Card>
        <CodeForm path={`/legacy/${link}`} isCodeSent={isCodeSent} lastResult={lastResult} />
      </Card>
    </>
  );
}
