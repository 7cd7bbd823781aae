import type { SubmissionResult } from "@conform-to/react";
import type { Addresses, CorrectableAddress, Reach } from "~/domain/delivery/readdress.server";
import type { addressSchema } from "~/domain/recipients/address-schema";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";
import { ReachFields } from "./reach-fields";

type LastResult = SubmissionResult<string[]> | undefined;

/** Edits a vault's addresses, or gives a failed delivery another one. */
export function AddressPage({
  id,
  addresses,
  chosen,
  lastResult,
}: {
  id: string;
  addresses: Addresses;
  /** The delivery to correct, if known. */
  chosen: CorrectableAddress | null;
  lastResult?: LastResult;
}) {
  const back = { href: `/memories/${id}`, label: "Back" };
  if (addresses.when === "before") {
    return (
      <>
        <PageHead title="Change where it goes" back={back} />
        <ReachForm id={id} {...addresses} lastResult={lastResult} />
      </>
    );
  }
  return (
    <>
      <PageHead title="Give another address" back={back} />
      {chosen ? (
        <AddressForm key={chosen.deliveryId} address={chosen} lastResult={lastResult} />
      ) : (
        <Card title="Whose address?">
          <ul className="rows">
            {addresses.failed.map(({ deliveryId, recipientName, recipientEmail }) => (
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
  address: CorrectableAddress;
  lastResult: LastResult;
}) {
  const [form, fields, formProps] = useLiveForm<typeof addressSchema>({
    id: "address",
    lastResult,
    defaultValue: { email: recipientEmail },
    rules: () => import("~/domain/recipients/address-rules").then((rules) => rules.addressRules),
  });
  return (
    <form method="post" {...formProps} className="stack">
      <CsrfField />
      <ErrorSummary form={form} />
      <p>
        The letter to <span dir="auto">{recipientName || "the recipient"}</span> couldn’t be delivered to this address.
        Correct it, or send it again as it is: we’ll start at once.
      </p>
      <input type="hidden" name="deliveryId" value={deliveryId} />
      <TextField field={fields.email} label="Email" type="email" autoComplete="off" required />
      <Button size="form">Send it to this address</Button>
    </form>
  );
}

function ReachForm({
  id,
  recipientName,
  isSealed,
  reach,
  lastResult,
}: {
  id: string;
  recipientName: string;
  isSealed: boolean;
  reach: Reach;
  lastResult: LastResult;
}) {
  const hasAddress = reach.email !== undefined;
  const isBoard = reach.secondEmail === undefined;
  const [form, fields, formProps] = useLiveForm<typeof addressSchema>({
    id: "address",
    lastResult,
    defaultValue: reach,
    rules: () =>
      import("~/domain/recipients/address-rules").then((rules) =>
        hasAddress ? rules.addressRules : (rules.reachRules as never),
      ),
  });
  return (
    <form method="post" {...formProps} className="stack">
      <CsrfField />
      <ErrorSummary form={form} />
      <p>
        {isSealed && "This vault is sealed, but you can still change this. "}
        {hasAddress ? (
          <>
            On the day, it goes to <span dir="auto">{recipientName || "the recipient"}</span> at this address.
          </>
        ) : (
          `We turn to these if we can’t reach ${isBoard ? "someone" : "you"} on the day.`
        )}
      </p>
      {isBoard && !isSealed && (
        <p>
          The recipients and their addresses are under <a href={`/create?edit=true&id=${id}`}>Edit Memory</a>.
        </p>
      )}
      {hasAddress && <TextField field={fields.email} label="Email" type="email" autoComplete="off" required />}
      <ReachFields fields={fields} isBoard={isBoard} isToSelf={!hasAddress && !isBoard} isAlone={!hasAddress} />
      <Button size="form">Save address</Button>
    </form>
  );
}
