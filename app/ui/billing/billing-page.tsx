import { findPlan, formatPrice, type PlanId } from "~/domain/account/plans";
import type { EndedGift } from "~/domain/billing/gift.server";
import type { OrderState } from "~/domain/billing/orders.server";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { Badge, type BadgeTone } from "../base/badge";
import { EmptyState } from "../base/empty-state";
import { PageHead } from "../base/page-head";

type Order = {
  id: string;
  planId: PlanId;
  orderedAt: string;
  /** In cents. */
  total: number;
  currency: string;
  state: OrderState;
  refunds: { at: string; amount: number }[];
  /** Without a name once the account that claimed it is erased. */
  giftFor: { checkoutId: string; name: string; isClaimed: boolean; isMailLost: boolean } | null;
};

const STATES: Record<OrderState, { label: string; tone: BadgeTone }> = {
  paid: { label: "Paid", tone: "good" },
  partly_refunded: { label: "Partly refunded", tone: "plain" },
  refunded: { label: "Refunded", tone: "plain" },
  pending: { label: "Waiting for payment", tone: "glow" },
  failed: { label: "Payment failed", tone: "bad" },
  being_checked: { label: "Being checked", tone: "glow" },
  refused: { label: "Not accepted", tone: "bad" },
};

/** `zone` is the account's. */
type Props = { planId: PlanId; limit: number; zone: string; orders: Order[]; endedGifts: EndedGift[] };

export function BillingPage({ planId, limit, zone, orders, endedGifts }: Props) {
  return (
    <>
      <PageHead
        title="Billing"
        lede={`You have the ${findPlan(planId).name} plan, with room for ${limit} ${limit === 1 ? "vault" : "vaults"}. Plans are paid for once: nothing renews, and there’s no card on file.`}
        back={{ href: "/settings/plan", label: "Plans" }}
      />
      {endedGifts.map(({ id, giverName, isRefunded, ...gift }) => (
        <p key={id}>
          The {findPlan(gift.planId).name} plan that{" "}
          {giverName ? (
            <>
              <span dir="auto">{giverName}</span> gave you
            </>
          ) : (
            "you were given"
          )}{" "}
          {isRefunded ? "was refunded." : "is no longer paid for."}
        </p>
      ))}
      {orders.length === 0 ? (
        <EmptyState title="No orders yet" action={{ href: "/settings/plan", label: "See the plans" }}>
          What you buy appears here, each with its receipt.
        </EmptyState>
      ) : (
        <section>
          <h2 className="visually-hidden">Your orders</h2>
          <ul className="orders">
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} zone={zone} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function OrderRow({ order, zone }: { order: Order; zone: string }) {
  const { planId, giftFor, state, orderedAt, total, currency, refunds } = order;
  const { label, tone } = STATES[state];
  const isCharged = state !== "pending" && state !== "failed";
  const dayOf = (at: string) => formatDate(dateIn(zone, new Date(at)));
  const name = planId === "free" ? "Order" : findPlan(planId).name;
  return (
    <li className="order">
      <h3>
        {name}
        {giftFor?.name && (
          <>
            {" for "}
            <span dir="auto">{giftFor.name}</span>
          </>
        )}
      </h3>
      <p className="order-total">{amount(total, currency)}</p>
      <p className="small">
        <time dateTime={orderedAt}>{dayOf(orderedAt)}</time> <Badge tone={tone}>{label}</Badge>
      </p>
      {refunds.map((refund) => (
        <p className="small" key={refund.at}>
          {amount(refund.amount, currency)} refunded on {dayOf(refund.at)}
        </p>
      ))}
      {giftFor?.isMailLost && (
        <p className="small">
          We couldn’t email this gift. <a href={giftHref(giftFor)}>Give another address</a>
        </p>
      )}
      {isCharged && (
        <p className="shelf-links">
          <a href={`/settings/billing/receipts/${order.id}`}>
            Receipt<span className="visually-hidden"> for {name}</span>
          </a>{" "}
          {giftFor && (state === "paid" || state === "partly_refunded") && (
            <a href={giftHref(giftFor)}>{giftFor.isClaimed ? "Gift" : "Gift card"}</a>
          )}
        </p>
      )}
    </li>
  );
}

const giftHref = ({ checkoutId }: { checkoutId: string }) => `/settings/plan/gift/${checkoutId}`;

function amount(cents: number, currency: string): string {
  return currency === "USD" ? formatPrice(cents / 100) : `${(cents / 100).toFixed(2)} ${currency}`;
}
