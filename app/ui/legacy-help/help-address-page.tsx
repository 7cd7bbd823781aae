import type { SubmissionResult } from "@conform-to/react";
import type { addressSchema } from "~/domain/recipients/address-schema";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";

export function HelpAddressPage({
  link,
  ownerName,
  isOwnerGone,
  failed: { deliveryId, recipientName, recipientEmail },
  lastResult,
}: {
  link: string;
  ownerName: string;
  isOwnerGone: boolean;
  failed: { deliveryId: string; recipientName: string; recipientEmail: string | null };
  lastResult?: SubmissionResult<string[]> | null | undefined;
}) {
  const [form, fields, formProps] = useLiveForm<typeof addressSchema>({
    id: "address",
    lastResult,
    defaultValue: { email: recipientEmail ?? "" },
    rules: () => import("~/domain/recipients/address-rules").then((rules) => rules.addressRules),
  });
  const wait = isOwnerGone
    ? "we’ll wait three days and then send it there."
    : `${ownerName} has three days to stop it. After that, we’ll send it there.`;
  return (
    <>
      <PageHead
        title={recipientName ? `Another address for ${recipientName}` : "Another address"}
        lede={`What ${ownerName} kept couldn’t be delivered to the address we have. If you give us another one, ${wait}`}
        back={{ href: `/legacy/${link}`, label: "Back" }}
      />
      <Card>
        <form method="post" {...formProps} className="stack">
          <CsrfField />
          <ErrorSummary form={form} />
          <input type="hidden" name="deliveryId" value={deliveryId} />
          <TextField field={fields.email} label="Email" type="email" autoComplete="off" required />
          <Button size="form">Send it to this address</Button>
        </form>
      </Card>
    </>
  );
}
