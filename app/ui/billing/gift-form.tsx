import type { SubmissionResult } from "@conform-to/react";
import { formatPrice, PAID_PLANS, SHOWN_AT_CHECKOUT } from "~/domain/account/plans";
import type { giftSchema } from "~/domain/billing/billing-schema";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextArea, TextField } from "../base/field";
import { FieldNotes, textOf } from "../base/field-frame";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";
import { Pile } from "./pile";

export function GiftForm({ lastResult }: { lastResult?: SubmissionResult<string[]> | undefined }) {
  const [form, fields, formProps] = useLiveForm<typeof giftSchema>({
    id: "gift",
    lastResult,
    rules: () => import("~/domain/billing/billing-rules").then((rules) => rules.giftRules),
  });
  const chosen = textOf(fields.planId);
  return (
    <>
      <PageHead
        title="Give someone room for letters"
        lede="They get an email with a link once it’s paid. You can print a card to hand over, too."
        back={{ href: "/settings/plan", label: "Plans" }}
      />
      <form method="post" {...formProps} className="stack" data-native>
        <CsrfField />
        <ErrorSummary form={form} />
        <fieldset className="gift-plans" aria-describedby={fields.planId.errors ? fields.planId.errorId : undefined}>
          <legend className="field-label">Plan</legend>
          {PAID_PLANS.map(({ id, name, vaultLimit, price }) => (
            <label key={id} className="gift-plan">
              <input type="radio" name="planId" value={id} defaultChecked={id === chosen} />
              <Pile count={vaultLimit} />
              <span className="gift-plan-name">{name}</span>{" "}
              <span className="small">
                {vaultLimit} vaults, {formatPrice(price)}
              </span>{" "}
            </label>
          ))}
          <FieldNotes field={fields.planId} />
        </fieldset>
        <TextField field={fields.recipientName} label="Their name" autoComplete="off" />
        <TextField field={fields.recipientEmail} label="Their email" type="email" autoComplete="off" />
        <TextArea field={fields.note} label="A few words (optional)" hint="They read it in the email." />
        <TextField field={fields.discountCode} label="Discount code (optional)" autoComplete="off" />
        <p className="small">{SHOWN_AT_CHECKOUT}</p>
        <Button size="form">Go to checkout</Button>
      </form>
    </>
  );
}
