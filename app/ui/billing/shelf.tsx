import { formatPrice, isUpgrade, PLANS, type PlanId } from "~/domain/account/plans";
import { Badge } from "../base/badge";
import { Button } from "../base/button";
import { Pile } from "./pile";

type Props = {
  planId: PlanId;
  /** After a refund it may be more than `limit`. */
  used: number;
  /** How many vaults the account can have. */
  limit: number;
  canBuy: boolean;
};

/** Every plan as a pile of envelopes. Has the buttons of a form, but not the form. */
export function Shelf({ planId, used, limit, canBuy }: Props) {
  const next = PLANS.find((plan) => isUpgrade(plan, Math.max(used, limit)));
  return (
    <ol className="shelf">
      {PLANS.map((plan) => (
        <li key={plan.id} aria-current={plan.id === planId || undefined}>
          <Pile count={plan.vaultLimit} />
          <div className="shelf-label">
            <h2>{plan.name}</h2>
            <p className="shelf-count">
              {plan.vaultLimit} {plan.vaultLimit === 1 ? "vault" : "vaults"}
            </p>
            <p className="shelf-price">{formatPrice(plan.price)}</p>
            <p className="small">
              {plan.description}
              {isUpgrade(plan, limit) && plan.vaultLimit <= used && ` You have ${used} already, so it makes no room.`}
            </p>
            {plan.id === planId && <Badge tone="glow">Your plan</Badge>}
            {canBuy && isUpgrade(plan, limit) && (
              <Button name="planId" value={plan.id} variant={plan === next ? "primary" : "secondary"}>
                Choose {plan.name}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
