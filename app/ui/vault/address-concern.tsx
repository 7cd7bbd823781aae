import type { AddressStatus } from "~/domain/address-health/address-status";
import type { VaultState } from "~/domain/vault/vault";
import { ButtonLink } from "../base/button";
import { Notice } from "../base/notice";
import { editVaultHref } from "./vault-with-action";

/** A problem with the address of a waiting vault, and how to solve it. */
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
        <p>We asked whether the address is right, and wait for the answer.</p>
      </Notice>
    );
  }
  return (
    <Notice kind="warning" title="The address will not do">
      <p>{REASONS[concern]} There is time to give another one.</p>
      <ButtonLink variant="secondary" href={state === "sealed" ? `/memories/${id}/address` : editVaultHref(id)}>
        Give another address
      </ButtonLink>
    </Notice>
  );
}

const REASONS = {
  denied: "Whoever reads there says that it is not theirs.",
  returned: "Our question to it came back.",
  no_mail: "Nobody takes mail there. Perhaps there is a slip in what stands behind the @.",
};
