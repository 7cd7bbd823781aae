import { type DeliveryEvent, isFailed } from "./events";

/** Somebody to whom nothing has got through yet, and the rung of the ladder that they are waiting on. */
export type Unreached = { name: string; rung: string };

/** Who is unreached just now, by a vault's record. */
export function unreachedIn(events: DeliveryEvent[]): Unreached[] {
  const last = new Map(events.map((event) => [event.deliveryId, event]));
  return [...last.values()].flatMap(({ delivery }) =>
    delivery && isFailed(delivery.state) ? [{ name: delivery.name, rung: delivery.rung }] : [],
  );
}
