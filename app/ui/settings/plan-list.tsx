import { isUpgrade, PLANS, type PlanId } from "~/domain/account/plans";
import { Badge } from "../base/badge";
import { Card } from "../base/card";

export function PlanList({ planId, limit }: { planId: PlanId; limit: number }) {
  const hasLarger = PLANS.some((plan) => isUpgrade(plan, limit));
  return (
    <Card title="All plans">
      <p>
        A plan is paid for once, and nothing renews.{" "}
        {hasLarger
          ? "Plans cannot be bought here yet: this Amberkeep takes no payments. Whoever runs it can give you a larger one."
          : "None is larger than yours."}
      </p>
      <table className="plans">
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Vaults</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {PLANS.map((plan) => (
            <tr key={plan.id} aria-current={plan.id === planId || undefined}>
              <th scope="row">
                {plan.name} {plan.id === planId && <Badge tone="glow">Your plan</Badge>}
                <span className="small">{plan.description}</span>
              </th>
              <td>
                {plan.vaultLimit}
                {isUpgrade(plan, limit) && <span className="small">{plan.vaultLimit - limit} more</span>}
              </td>
              <td>${plan.price.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
