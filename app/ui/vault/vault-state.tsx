import { ButtonLink } from "../button";
import { Notice } from "../notice";
import { Seal } from "../seal";
import type { VaultState as State } from "../vault-card";

/** Where a vault stands, in a sentence, when there is more to say than its facts do. */
export function VaultState({ id, state, isJustSealed }: { id: string; state: State; isJustSealed: boolean }) {
  switch (state) {
    case "sealed":
      return (
        <div className="sealed-sheet card">
          <Seal closes={isJustSealed} />
          <div>
            <h2>Sealed</h2>
            <p>Nobody can open or change it until its day, not even you.</p>
          </div>
        </div>
      );
    case "delivering":
      return (
        <Notice title="On its way">
          <p>Its day has come, and it is being delivered.</p>
        </Notice>
      );
    case "held":
      return (
        <Notice kind="error" title="It could not be delivered">
          <p>
            Nothing is lost: we keep it. The delivery record says what happened. With another address we begin again at
            once.
          </p>
          <ButtonLink href={`/memories/${id}/address`}>Give another address</ButtonLink>
        </Notice>
      );
    case "cancelled":
      return (
        <Notice title="Cancelled">
          <p>It will not be delivered.</p>
        </Notice>
      );
    default:
      return null;
  }
}
