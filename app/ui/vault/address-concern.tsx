import type { AddressStatus } from "~/domain/address-health/address-status";
import type { TroubledAddress } from "~/domain/address-health/other-addresses.server";
import { editVaultHref } from "~/domain/vault/edit-vault-href";
import type { VaultState } from "~/domain/vault/vault";
import { ButtonLink } from "../base/button";
import { Notice } from "../base/notice";

export function AddressConcern({
  id,
  state,
  concern,
}: {
  id: string;
  state: VaultState;
  concern: AddressStatus | null;
}) {
  if (concern === null || concern === "confirmed") return null;
  if (concern === "asked") {
    return (
      <Notice title="Not confirmed yet">
        <p>We asked if the address is right, and we’re waiting for the answer.</p>
      </Notice>
    );
  }
  return (
    <Notice kind="warning" title="We may not be able to reach this address">
      <p>{REASONS[concern]} There’s still time to give another one.</p>
      <GiveAnother id={id} state={state} />
    </Notice>
  );
}

/** For second addresses and backup contacts. */
export function OtherAddressConcern({
  id,
  state,
  troubled,
}: {
  id: string;
  state: VaultState;
  troubled: TroubledAddress[];
}) {
  if (troubled.length === 0) return null;
  const isOne = troubled.length === 1;
  return (
    <Notice kind="warning" title={isOne ? "Another address may not work" : "Other addresses may not work"}>
      {troubled.map(({ role, name, email, trouble }) => (
        <p key={role}>
          {role === "second" ? "Second address " : "Backup contact "}
          {name && (
            <>
              <bdi>{name}</bdi>,{" "}
            </>
          )}
          <bdi>{email}</bdi>: {trouble.charAt(0).toLowerCase() + trouble.slice(1)}.
        </p>
      ))}
      <p>
        {isOne
          ? "We use it only if the delivery fails. There’s still time to give another one."
          : "We use them only if the delivery fails. There’s still time to give others."}
      </p>
      <GiveAnother id={id} state={state} />
    </Notice>
  );
}

function GiveAnother({ id, state }: { id: string; state: VaultState }) {
  return (
    <ButtonLink variant="secondary" href={state === "sealed" ? `/memories/${id}/address` : editVaultHref(id)}>
      Give another address
    </ButtonLink>
  );
}

const REASONS = {
  denied: "The person there says it isn’t theirs.",
  returned: "Our question came back.",
  no_mail: "This mailbox doesn’t exist. Perhaps there’s a typo after the @, or the mailbox has been closed.",
};
