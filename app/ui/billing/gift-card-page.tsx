import type { SubmissionResult } from "@conform-to/react";
import { findPlan, type PlanId } from "~/domain/account/plans";
import type { giftAddressSchema } from "~/domain/billing/billing-schema";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { Mark } from "../base/mark";
import { PageHead } from "../base/page-head";
import { QrCode } from "../base/qr-code";

type LastResult = SubmissionResult<string[]> | undefined;
type Props = {
  planId: PlanId;
  giverName: string;
  recipientName: string;
  recipientEmail: string;
  isMailLost: boolean;
  /** Null once the gift is claimed. */
  card: { url: string; qr: { size: number; path: string } } | null;
  lastResult: LastResult;
};

export function GiftCardPage({
  planId,
  giverName,
  recipientName,
  recipientEmail,
  isMailLost,
  card,
  lastResult,
}: Props) {
  const { name, vaultLimit } = findPlan(planId);
  return (
    <>
      <PageHead
        title={
          <>
            Your gift{recipientName && " for "}
            <span dir="auto">{recipientName}</span>
          </>
        }
        lede={
          card ? (
            <MailLine recipientEmail={recipientEmail} isMailLost={isMailLost} />
          ) : (
            `The plan ${name} has been claimed.`
          )
        }
        back={{ href: "/settings/billing", label: "Billing" }}
      />
      {isMailLost && <OtherAddress recipientEmail={recipientEmail} lastResult={lastResult} />}
      {card && (
        <article className="claim-card" aria-label="The gift card">
          <p className="logo">
            <Mark />
            <span>Amberkeep</span>
          </p>
          <h2>
            Room for {vaultLimit} letters, for <span dir="auto">{recipientName}</span>
          </h2>
          <p>
            From <span dir="auto">{giverName}</span>. Write now, choose the day, and each letter reaches the person you
            choose, even decades from now.
          </p>
          <div className="claim-way">
            <QrCode qr={card.qr} className="claim-qr" label="The link of the gift, to be scanned" />
            <ol>
              <li>Scan the code with your phone.</li>
              <li>Sign up, or log in.</li>
              <li>Claim your gift. It’s paid for, and nothing renews.</li>
            </ol>
          </div>
          <p className="claim-foot">
            Anyone with this card can claim the gift once: <span className="claim-address">{card.url}</span>
          </p>
        </article>
      )}
    </>
  );
}

function MailLine({ recipientEmail, isMailLost }: Pick<Props, "recipientEmail" | "isMailLost">) {
  const email = <span dir="auto">{recipientEmail}</span>;
  return isMailLost ? (
    <>
      We couldn’t email the link to {email}. The gift is safe: give us another address, or print this page and hand it
      over.
    </>
  ) : (
    <>We’re emailing the link to {email}. Would you like to hand over something, too? Print this page.</>
  );
}

function OtherAddress({ recipientEmail, lastResult }: Pick<Props, "recipientEmail" | "lastResult">) {
  const [form, fields, formProps] = useLiveForm<typeof giftAddressSchema>({
    id: "gift-address",
    lastResult,
    defaultValue: { recipientEmail },
    rules: () => import("~/domain/billing/billing-rules").then((rules) => rules.giftAddressRules),
  });
  return (
    <Card>
      <form method="post" {...formProps} className="stack" data-native>
        <CsrfField />
        <ErrorSummary form={form} />
        <TextField field={fields.recipientEmail} label="Their email" type="email" autoComplete="off" />
        <Button size="form">Send it to this address</Button>
      </form>
    </Card>
  );
}
