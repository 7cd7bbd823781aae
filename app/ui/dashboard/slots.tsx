import { ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { pathOf } from "../settings/paths";
import { SlotsUsed } from "../settings/slots-used";

/** The slots of the plan, shown once it is nearly full. */
export function Slots({ used, limit }: { used: number; limit: number }) {
  const plan = pathOf("plan");
  const left = limit - used;
  return (
    <Card title={left > 0 ? "Your plan is nearly full" : "Vault Limit Reached"}>
      <SlotsUsed used={used} limit={limit} />
      <p className="small">
        {left > 0
          ? `${left} ${left === 1 ? "place is" : "places are"} left.`
          : "Every place of your plan is taken. A vault that you cancel frees its place."}
      </p>
      {plan && (
        <p className="actions">
          <ButtonLink href={plan}>Upgrade your plan</ButtonLink>
        </p>
      )}
    </Card>
  );
}
