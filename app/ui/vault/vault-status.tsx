import type { Unreached } from "~/domain/vault/events";
import type { VaultState } from "~/domain/vault/vault";
import { ButtonLink } from "../base/button";
import { Notice } from "../base/notice";
import { EnvelopeBack } from "../reading/envelope-back";

/** Explains the state of a vault where its facts are not enough. */
export function VaultStatus({
  id,
  state,
  isJustSealed,
  unreached,
  backupName,
  heldUntil,
  to,
  deliveryDate,
  sealedOn,
}: {
  id: string;
  state: VaultState;
  isJustSealed: boolean;
  unreached: Unreached[];
  backupName: string;
  /** Name of the recipient, or the title of a board. */
  to: string;
  deliveryDate: string | null;
  /** A day in words. */
  sealedOn: string;
  /** A day in words; empty unless the vault is held. */
  heldUntil: string;
}) {
  const correct = <ButtonLink href={`/memories/${id}/address`}>Give another address</ButtonLink>;
  switch (state) {
    case "sealed":
      return (
        <div className="vault-table">
          <EnvelopeBack name={to} day={deliveryDate ?? ""} mark="OPENS" closes={isJustSealed} />
          <div>
            <h2>Sealed{sealedOn && ` on ${sealedOn}`}</h2>
            <p>No one can open or change it before its day, not even you.</p>
          </div>
        </div>
      );
    case "delivering":
      return unreached.length > 0 ? (
        <Notice kind="warning" title="It hasn’t got through yet">
          <p>
            {askedWords(unreached, backupName)} With another address for <Names people={unreached} />, we’ll try again
            at once.
          </p>
          {correct}
        </Notice>
      ) : (
        <Notice title="On its way">
          <p>Its day has come, and we’re sending it. It counts as delivered once it has arrived.</p>
        </Notice>
      );
    case "delivered":
      return (
        unreached.length > 0 && (
          <Notice kind="warning" title="We couldn’t reach everyone">
            <p>
              It didn’t reach <Names people={unreached} />. With another address, we’ll try again at once.
            </p>
            {correct}
          </Notice>
        )
      );
    case "held":
      return (
        <Notice kind="error" title="It couldn’t be delivered">
          <p>
            Nothing is lost: we’re keeping it{heldUntil && ` until ${heldUntil}`}. The record says what happened. With
            another address, we’ll try again at once.
          </p>
          {correct}
        </Notice>
      );
    case "cancelled":
      return (
        <Notice title="Cancelled">
          <p>It won’t be delivered. Its text and files are deleted.</p>
        </Notice>
      );
    default:
      return null;
  }
}

function askedWords(unreached: Unreached[], backupName: string): string {
  if (unreached.some(({ rung }) => rung === "backup")) return `We asked ${backupName} for a better address.`;
  if (unreached.some(({ rung }) => rung === "legacy")) return "We asked your legacy contacts for help.";
  return "We’re trying every other way.";
}

function Names({ people }: { people: Unreached[] }) {
  const [first, ...others] = people;
  return (
    <>
      <span dir="auto">{first?.name}</span>
      {others.length > 0 && ` and ${others.length} more`}
    </>
  );
}
