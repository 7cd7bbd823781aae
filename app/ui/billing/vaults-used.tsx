import { Icon } from "../base/icons";

/** Larger plans get a bar instead of envelopes. */
const DRAWN_AT_MOST = 10;

type Props = { used: number; delivered: number; limit: number };

export function VaultsUsed({ used, delivered, limit }: Props) {
  const name = `${used} of ${limit} ${limit === 1 ? "vault" : "vaults"} used`;
  const drawn = Math.max(used, limit);
  return (
    <section className="vaults-used" aria-labelledby="vaults-used">
      <h2 id="vaults-used">{name}</h2>
      <p className="small">{usageInWords(used, delivered)}</p>
      {drawn <= DRAWN_AT_MOST ? (
        <ul aria-hidden="true">
          {Array.from({ length: drawn }, (_, index) => index).map((index) => (
            <li key={index} data-slot={stateOf(index, used, delivered)}>
              {index < delivered && <Icon name="check" size={18} />}
            </li>
          ))}
        </ul>
      ) : (
        <div className="progress">
          <progress value={used} max={limit} aria-labelledby="vaults-used" />
        </div>
      )}
    </section>
  );
}

function stateOf(index: number, used: number, delivered: number) {
  if (index < delivered) return "delivered";
  return index < used ? "waiting" : "free";
}

function usageInWords(used: number, delivered: number): string {
  if (used === 0) return "None scheduled yet";
  const parts = [used > delivered && `${used - delivered} waiting`, delivered > 0 && `${delivered} delivered`];
  return parts.filter(Boolean).join(", ");
}
