import type { AddressToCheck } from "~/domain/delivery/addresses-to-check.server";
import { ButtonLink } from "../base/button";
import { Notice } from "../base/notice";

/** Repeats the notice that was mailed to the sender, in case it got lost. */
export function CheckAddress({ href, recipientName, email, contactName, isLegacy, opensOn }: AddressToCheck) {
  return (
    <Notice kind="warning" title="Is this address right?">
      <p>
        Your {isLegacy ? "legacy" : "backup"} contact <bdi>{contactName}</bdi> gave us another address for{" "}
        <bdi>{recipientName || "the recipient"}</bdi>: <bdi>{email}</bdi>. We’ll send it there on {opensOn} at the
        earliest, unless you stop it.
      </p>
      <ButtonLink variant="secondary" href={href}>
        Stop this address
      </ButtonLink>
    </Notice>
  );
}
