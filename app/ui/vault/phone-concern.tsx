import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { ButtonLink } from "../base/button";
import { Notice } from "../base/notice";
import type { VaultDetailsData } from "./vault-details-data";

/** For a phone number that no text message can be sent to. */
export function PhoneConcern({
  id,
  kind,
  state,
  phone,
}: Pick<VaultDetailsData, "id" | "kind" | "state"> & { phone: string }) {
  const href = kind === "future" ? "/settings/profile" : state === "scheduled" && editVaultHref(id);
  return (
    <Notice kind="warning" title="We can’t text this phone number">
      <p>
        A phone number has to start with the country code, such as +49, and <bdi>{phone}</bdi> doesn’t work as it is. If
        email doesn’t get through, we won’t be able to send a text message.
      </p>
      {href && (
        <ButtonLink variant="secondary" href={href}>
          Change the number
        </ButtonLink>
      )}
    </Notice>
  );
}
