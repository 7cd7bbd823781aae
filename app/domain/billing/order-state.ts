import { ORDER_STATUSES, type OrderProblem, type OrderStatus } from "~db/schema/states";

type OrderFacts = { status: OrderStatus; total: number; refunded: number; problem: OrderProblem | null };

const rankOf = (status: OrderStatus) => ORDER_STATUSES.indexOf(status);

/** The status that counts, whichever of the two was reported first. */
export function laterStatus(a: OrderStatus, b: OrderStatus): OrderStatus {
  return rankOf(a) >= rankOf(b) ? a : b;
}

/** Money has changed hands, even if it was given back. */
export function isCharged(status: OrderStatus): boolean {
  return rankOf(status) >= rankOf("paid");
}

/** By the amount: `refunded` is also the status of orders of which a part was given back. */
export function isRefunded({ status, total, refunded }: Omit<OrderFacts, "problem">): boolean {
  return total > 0 ? refunded >= total : status === "refunded";
}

export function givesPlan(order: OrderFacts): boolean {
  return isCharged(order.status) && order.status !== "fraudulent" && order.problem === null && !isRefunded(order);
}
