import type { SubmissionResult } from "@conform-to/react";
import type { BoardAddress } from "~/domain/delivery/board-addresses.server";
import type { Addresses, CorrectableAddress, Reach } from "~/domain/delivery/readdress.server";
import type { addressSchema } from "~/domain/recipients/address-schema";
import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { ErrorSummary, TextField } from "../base/field";
import { useLiveForm } from "../base/live-form";
import { PageHead } from "../base/page-head";
import { ReachFields } from "./reach-fields";

type LastResult = (SubmissionResult<string[]> & { openedWith?: string }) | undefined;

/** Edits a vault's addresses, or gives a failed delivery another one. */
export function AddressPage({
  id,
  addresses,
  chosen,
  lastResult,
}: {
  id: string;
  addresses: Addresses;
  /** The delivery to correct, if known, or the recipient of a board. */
  chosen: CorrectableAddress | BoardAddress | null;
  lastResult?: LastResult;
}) {
  const back = { href: `/memories/${id}`, label: "Back" };
  const page = `${back.href}/address`;
  if (addresses.when === "before") {
    const { listed } = addresses;
    return (
      <>
        <PageHead title="Change where it goes" back={chosen ? { ...back, href: page } : back} />
        {chosen ? (
          <AddressForm key={keyOf(chosen)} address={chosen} lastResult={lastResult} />
        ) : (
          <>
            {listed.length > 0 && (
              <Card title="Recipients">
                <p>
                  {addresses.isSealed && "This vault is sealed, but you can still change this. "}
                  Choose the person whose address has changed.
                </p>
                <AddressRows page={page} addresses={listed} />
                {!addresses.isSealed && (
                  <p className="small">
                    To add or remove recipients, <a href={editVaultHref(id)}>edit this memory</a>.
                  </p>
                )}
              </Card>
            )}
            <ReachForm {...addresses} isSealed={addresses.isSealed && listed.length === 0} lastResult={lastResult} />
          </>
        )}
      </>
    );
  }
  return (
    <>
      <PageHead title="Give another address" back={back} />
      {chosen ? (
        <AddressForm key={keyOf(chosen)} address={chosen} lastResult={lastResult} />
      ) : (
        <Card title="Whose address?">
          <AddressRows page={page} addresses={addresses.failed} />
        </Card>
      )}
    </>
  );
}

const keyOf = (address: CorrectableAddress | BoardAddress) =>
  "deliveryId" in address ? `delivery=${address.deliveryId}` : `position=${address.position}`;

function AddressRows({ page, addresses }: { page: string; addresses: (CorrectableAddress | BoardAddress)[] }) {
  return (
    <ul className="rows">
      {addresses.map((address) => (
        <li key={keyOf(address)}>
          <a className="row-link" href={`${page}?${keyOf(address)}`}>
            <span dir="auto">{address.recipientName || address.recipientEmail}</span>
          </a>{" "}
          {address.recipientName && <span className="small">{address.recipientEmail}</span>}
        </li>
      ))}
    </ul>
  );
}

function AddressForm({ address, lastResult }: { address: CorrectableAddress | BoardAddress; lastResult: LastResult }) {
  const { recipientName, recipientEmail } = address;
  const name = <span dir="auto">{recipientName || "the recipient"}</span>;
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
      {"deliveryId" in address ? (
        <>
          <p>
            The letter to {name} couldn’t be delivered to this address. Correct it, or send it again as it is: we’ll
            start at once.
          </p>
          <input type="hidden" name="deliveryId" value={address.deliveryId} />
        </>
      ) : (
        <>
          <p>On the day, it goes to {name} at this address.</p>
          <input type="hidden" name="position" value={address.position} />
          <OpenedWith addresses={{ recipientEmail }} lastResult={lastResult} />
        </>
      )}
      <TextField field={fields.email} label="Email" type="email" autoComplete="off" required />
      <Button size="form">{"deliveryId" in address ? "Send it to this address" : "Save address"}</Button>
    </form>
  );
}

/** Another window may change them while this form is open. */
function OpenedWith({ addresses, lastResult }: { addresses: object; lastResult: LastResult }) {
  const opened = lastResult?.openedWith ?? lastResult?.initialValue?.openedWith ?? JSON.stringify(addresses);
  return <input type="hidden" name="openedWith" value={String(opened)} />;
}

function ReachForm({
  recipientName,
  isSealed,
  reach,
  lastResult,
}: {
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
      <OpenedWith addresses={reach} lastResult={lastResult} />
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
      {hasAddress && <TextField field={fields.email} label="Email" type="email" autoComplete="off" required />}
      <ReachFields fields={fields} isBoard={isBoard} isToSelf={!hasAddress && !isBoard} isAlone={!hasAddress} />
      <Button size="form">Save address</Button>
    </form>
  );
}
