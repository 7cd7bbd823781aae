import type { SubmissionResult } from "@conform-to/react";
import type { openingCodeSchema } from "~/domain/delivery/opening-code";
import { Button } from "../button";
import { Card } from "../card";
import { CodeField } from "../code-field";
import { CsrfField } from "../csrf-field";
import { ErrorSummary } from "../field";
import { useLiveForm } from "../live-form";
import { PageHead } from "../page-head";

type Opening = {
  senderName: string;
  recipientName: string;
  /** Whether it is a message to the future self. */
  isToSender: boolean;
  /** Whether whoever is signed in has the very address that it went to: they need no code. */
  isTheirAccount: boolean;
  isCodeSent: boolean;
  /** The link of the mail, as in the page's address. */
  link: string;
  lastResult?: SubmissionResult<string[]> | null;
};

/** The door in front of a letter: a code to the same address shows that it is the right person who came. */
export function OpeningPage(opening: Opening) {
  const { senderName, recipientName, isToSender, isTheirAccount } = opening;
  return (
    <>
      <PageHead
        kicker={recipientName ? `For ${recipientName}` : undefined}
        title={isToSender ? "You kept something for this day" : `${senderName} kept something for you`}
        lede={isTheirAccount ? "It is here. Take your time." : BY_CODE}
      />
      <Card>
        {isTheirAccount ? <OpenAsAccount link={opening.link} /> : <OpenByCode {...opening} />}
        {!isToSender && <p className="small">When you open it, {senderName} can see that you did, and when.</p>}
      </Card>
    </>
  );
}

const BY_CODE =
  "Only whoever reads the mailbox this link was sent to can open it from here. So we send a one-time code there.";

function OpenAsAccount({ link }: { link: string }) {
  return (
    <form method="post" action={`/open/${link}/account`} className="stack">
      <CsrfField />
      <Button size="form">Open it</Button>
    </form>
  );
}

function OpenByCode({ isCodeSent, link, lastResult }: Opening) {
  const [form, fields, formProps] = useLiveForm<typeof openingCodeSchema>({
    id: "opening",
    lastResult,
    rules: () => import("~/domain/delivery/opening-rules").then((rules) => rules.openingCode),
  });
  return (
    <>
      {isCodeSent ? (
        <>
          <form method="post" action={`/open/${link}?code=sent`} {...formProps} className="stack">
            <CsrfField />
            <ErrorSummary form={form} />
            <CodeField field={fields.code} label="The six digits from our mail" hint="It works for 10 minutes." />
            <Button size="form">Open it</Button>
          </form>
          <form method="post" action={`/open/${link}/code`}>
            <CsrfField />
            <Button variant="quiet">Send a new code</Button>
          </form>
        </>
      ) : (
        <form method="post" action={`/open/${link}/code`} className="stack">
          <CsrfField />
          <ErrorSummary form={form} />
          <Button size="form">Send me the code</Button>
        </form>
      )}
    </>
  );
}
