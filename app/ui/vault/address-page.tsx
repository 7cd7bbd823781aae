import type { SubmissionResult } from "@conform-to/react";
import type { addressSchema } from "~/domain/delivery/address-schema";
import { Button } from "../button";
import { Card } from "../card";
import { CsrfField } from "../csrf-field";
import { ErrorSummary, TextField } from "../field";
import { useLiveForm } from "../live-form";
import { PageHead } from "../page-head";

type Address = { deliveryId?: string; recipientName: string; recipientEmail: string };

/** Asks for another address of a recipient; on a board with several that failed, first for whom. */
export function AddressPage({
  id,
  addresses,
  address,
  lastResult,
}: {
  id: string;
  addresses: Address[];
  address: Address | null;
  lastResult?: SubmissionResult<string[]> | undefined;
}) {
  return (
    <>
      <PageHead title="Give another address" back={{ href: `/memories/${id}`, label: "Back" }} />
      {address ? (
        <AddressForm key={address.deliveryId} address={address} lastResult={lastResult} />
      ) : (
        <Card title="Whose address?">
          <ul className="rows">
            {addresses.map(({ deliveryId, recipientName, recipientEmail }) => (
              <li key={deliveryId}>
                <a className="row-link" href={`/memories/${id}/address?delivery=${deliveryId}`}>
                  <span dir="auto">{recipientName || recipientEmail}</span>
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function AddressForm({
  address: { deliveryId, recipientName, recipientEmail },
  lastResult,
}: {
  address: Address;
  lastResult?: SubmissionResult<string[]> | undefined;
}) {
  const [form, fields, formProps] = useLiveForm<typeof addressSchema>({
    id: "address",
    lastResult,
    defaultValue: { email: recipientEmail },
    rules: () => import("~/domain/delivery/address-rules").then((rules) => rules.address),
  });
  const person = recipientName || "the recipient";
  return (
    <form method="post" {...formProps} className="stack">
      <CsrfField />
      <ErrorSummary form={form} />
      {deliveryId ? (
        <p>
          The letter to <span dir="auto">{person}</span> did not get through to this address. Correct it, or send it
          there once more as it is: we begin at once.
        </p>
      ) : (
        <p>
          This vault is sealed, and its address can still be changed. On its day it goes to{" "}
          <span dir="auto">{person}</span> at the address that stands here then.
        </p>
      )}
      {deliveryId && <input type="hidden" name="deliveryId" value={deliveryId} />}
      <TextField field={fields.email} label="Email" type="email" autoComplete="off" required />
      <Button size="form">{deliveryId ? "Send it to this address" : "Keep this address"}</Button>
    </form>
  );
}
