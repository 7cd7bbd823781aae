import type { SubmissionResult } from "@conform-to/react";
import { findPlan, type PlanId } from "~/domain/account/plans";
import { Button, ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { Choice } from "../base/choice";
import { CsrfField } from "../base/csrf-field";
import { FieldError } from "../base/field-error";
import { PageHead } from "../base/page-head";
import { RefusalNotice } from "../base/refusal-notice";

type Props = {
  planId: PlanId;
  waiting: number;
  delivered: number;
  drafts: number;
  eraseOn: string;
  isVerified: boolean;
  lastResult: SubmissionResult<string[]> | undefined;
};

export function DeleteAccountPage({ planId, waiting, delivered, drafts, eraseOn, isVerified, lastResult }: Props) {
  const unanswered = lastResult?.error?.waitingVaults?.[0];
  return (
    <>
      <PageHead
        title="Delete your account?"
        lede={`We’ll delete it on ${eraseOn}. Until then you can stop it: just log in.`}
        back={{ href: "/settings/data-privacy", label: "Data and privacy" }}
      />
      <form method="post" className="stack">
        <CsrfField />
        <RefusalNotice result={lastResult} />
        <Card title="What goes, and what stays">
          <ul className="bullets">
            <li>
              Your profile, {drafts > 0 ? "your drafts, " : ""}changes you haven’t saved, and memories that were
              delivered to yourself are deleted for good, with all their files.
            </li>
            {delivered > 0 && (
              <li>
                What was delivered to others stays with them for the rest of its 7 years, with your name on it. Nobody
                can reply to it then, and links that you shared stop working.
              </li>
            )}
            <li>Letters that others sent you stay with their senders.</li>
            {planId !== "free" && (
              <li>
                Your {findPlan(planId).name} plan ends. There’s no automatic refund, and it doesn’t move to a new
                account.
              </li>
            )}
          </ul>
          <p className="small">
            Want to keep a copy? <a href="/settings/data-privacy">Download your data</a> first: logging in later would
            stop the deletion.
          </p>
        </Card>
        {waiting > 0 && (
          <Waiting count={waiting} isVerified={isVerified} error={unanswered} chosen={chosenIn(lastResult)} />
        )}
        <div className="actions">
          <Button variant="danger">Delete my account</Button>
          <ButtonLink variant="quiet" href="/settings/data-privacy">
            Keep it
          </ButtonLink>
        </div>
      </form>
    </>
  );
}

const chosenIn = (lastResult: Props["lastResult"]) => lastResult?.initialValue?.waitingVaults;

function Waiting({
  count,
  isVerified,
  error,
  chosen,
}: {
  count: number;
  isVerified: boolean;
  error: string | undefined;
  chosen: unknown;
}) {
  const one = count === 1;
  return (
    <Card tone="glow">
      <fieldset className="checks" aria-describedby={error ? "waiting-error" : undefined}>
        <legend className="card-title">
          {one ? "One memory is still waiting." : `${count} memories are still waiting.`} What should happen to{" "}
          {one ? "it" : "them"}?
        </legend>
        {error && <FieldError id="waiting-error">{error}</FieldError>}
        <WaitingChoice
          value="cancel"
          chosen={chosen}
          label={one ? "Cancel it" : "Cancel them"}
          hint={`${one ? "It won’t" : "They won’t"} be delivered, not even in the next 30 days, and nobody will ever read ${one ? "it" : "them"}.`}
        />
        <WaitingChoice
          value="deliver"
          chosen={chosen}
          label={one ? "Deliver it on its day" : "Deliver them on their days"}
          hint={
            isVerified
              ? `We keep what that needs: ${one ? "the memory" : "the memories"}, the recipients’ addresses, your legacy contacts and your name. After the 30 days nobody can change or cancel ${one ? "it" : "them"}.`
              : `Your email isn’t confirmed, so nothing can be delivered yet. Please confirm it first, or ${one ? "it" : "they"}’ll be cancelled.`
          }
        />
      </fieldset>
    </Card>
  );
}

function WaitingChoice({ value, chosen, ...words }: { value: string; chosen: unknown; label: string; hint: string }) {
  const id = `waiting-${value}`;
  return (
    <Choice id={id} type="radio" name="waitingVaults" value={value} defaultChecked={chosen === value} {...words} />
  );
}
