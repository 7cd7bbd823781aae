import { formatPrice } from "~/domain/account/plans";
import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { EmptyState } from "../base/empty-state";
import { PageHead } from "../base/page-head";

/** Amounts in cents. */
type Order = { id: string; email: string; at: string; total: number; refunded: number; status: string };

/** Acts as the shop's side where no shop is set up. */
export function OrdersPage({ orders }: { orders: Order[] }) {
  return (
    <>
      <PageHead title="Orders of the shop" lede="What was bought here, with nobody’s money." />
      {orders.length === 0 && (
        <EmptyState title="No orders yet" action={{ href: "/settings/plan", label: "See the plans" }}>
          What is bought appears here, and can be refunded.
        </EmptyState>
      )}
      <ul className="orders">
        {orders.map((order) => (
          <li key={order.id} id={`order-${order.id}`} className="order">
            <h2 className="card-title">{order.email}</h2>
            <p className="order-total">{formatPrice(order.total / 100)}</p>
            <p className="small">
              {order.at.slice(0, 19).replace("T", " ")} UTC, {order.status}
              {order.refunded > 0 && `, ${formatPrice(order.refunded / 100)} refunded`}
            </p>
            <form method="post" className="actions">
              <CsrfField />
              <input type="hidden" name="orderId" value={order.id} />
              {order.refunded < order.total && (
                <>
                  <Button variant="secondary" name="intent" value="refund">
                    Refund
                  </Button>
                  <Button variant="quiet" name="intent" value="refund_half">
                    Refund half
                  </Button>
                </>
              )}
              <Button variant="quiet" name="intent" value="repeat">
                Report it again
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </>
  );
}
