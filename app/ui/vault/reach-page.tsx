import type { SubmissionResult } from "@conform-to/react";
import type { givenAddressSchema } from "~/domain/recipients/address-schema";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { EmptyState } from "../base/empty-state";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";

type Asked = { person: string; isNamed: boolean; senderName: string; isSenderGone: boolean };
/** `stoppedBy` can stop the address that was given; null if no one can. */
type Thanked = { person: null; stoppedBy: string | null };

const DONE = "There’s nothing more for you to do.";
const HOME = { href: "/", label: "Go to Amberkeep" };

/** Asks a contact person for a recipient's new address. Shows nothing of the vault but its sender. */
export function ReachPage({
  lastResult,
  ...page
}: ((Asked & { proposal: "waiting" | "stopped" | null }) | Thanked) & {
  lastResult?: SubmissionResult<string[]> | undefined;
}) {
  if (page.person === null) {
    return (
      <EmptyState title="Thank you" headingLevel="h1" action={HOME}>
        {page.stoppedBy
          ? `We’ve let ${page.stoppedBy} know. They have three days to stop it; after that, we’ll write to this address. ${DONE}`
          : `We’ll wait three days and then write to this address. ${DONE}`}
      </EmptyState>
    );
  }
  const { person, isNamed, senderName, isSenderGone, proposal } = page;
  const sender = senderName || "The sender";
  if (proposal === "waiting") {
    return (
      <EmptyState title="Thank you" headingLevel="h1" action={HOME}>
        {`We’ve been given another address for ${person}. ${
          isSenderGone
            ? "We’ll wait three days and then write to it."
            : `${sender} has three days to check it. Then we’ll write to it. If there’s a mistake in it, please tell ${senderName || "the sender"}.`
        }`}
      </EmptyState>
    );
  }
  if (proposal === "stopped") {
    return (
      <EmptyState title="There’s nothing more for you to do" headingLevel="h1" action={HOME}>
        {`${sender} didn’t want anything sent to the address you gave us for ${person}.`}
      </EmptyState>
    );
  }
  return <ReachForm {...{ person, isNamed, senderName, isSenderGone, lastResult }} />;
}

function ReachForm({
  person,
  isNamed,
  senderName,
  isSenderGone,
  lastResult,
}: Asked & { lastResult: SubmissionResult<string[]> | undefined }) {
  const [form, fields, formProps] = useLiveForm<typeof givenAddressSchema>({
    id: "reach",
    lastResult,
    rules: () => import("~/domain/recipients/address-rules").then((rules) => rules.givenAddressRules),
  });
  return (
    <>
      <PageHead
        title={`How can we reach ${person}?`}
        lede={`${senderName || "Someone"} kept something for ${isNamed ? person : "a person whose name we don’t know"}, and named you as the person to ask.`}
      />
      <Card>
        <form method="post" {...formProps} className="stack">
          <CsrfField />
          <ErrorSummary form={form} />
          <TextField
            field={fields.email}
            label={`An email address for ${person}`}
            type="email"
            autoComplete="off"
            hint={`We’ll ${isSenderGone ? "" : "let the sender know, "}wait three days, and then write to this address only.`}
            required
          />
          <Button size="form">Write to this address</Button>
        </form>
      </Card>
    </>
  );
}
