import { Postmark } from "../base/postmark";
import { Seal } from "../base/seal";
import { Stamp, type VaultKind } from "../base/stamp";

export type Front = {
  from: string;
  to: string;
  /** Below the name, such as an email. */
  address: string;
  kind: VaultKind;
  /** `YYYY-MM-DD`. */
  day: string | null;
  isSealed: boolean;
};

/** The front of an envelope, as its sender sees it. The postmark lands once, unless motion is reduced. */
export function EnvelopeFront({ from, to, address, kind, day, isSealed }: Front) {
  return (
    <div className="front" role="img" aria-label={`An envelope from ${from} to ${to}, ${address}`}>
      <p className="front-from" dir="auto">
        {from}
      </p>
      <span className="franking">
        {day && (
          <span className="front-postmark">
            <Postmark day={day} lands />
          </span>
        )}
        <Stamp kind={kind} isPlaceholder={!day} />
      </span>
      <div className="front-to">
        <p className="front-name" dir="auto">
          {to}
        </p>
        <p className="front-address">{address}</p>
      </div>
      {isSealed && <Seal />}
    </div>
  );
}
