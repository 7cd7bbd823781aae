import { findPlan, formatPrice, type PlanId } from "~/domain/account/plans";
import { Button, ButtonLink } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { Facts } from "../base/facts";
import { PageHead } from "../base/page-head";

const OTHER_WAYS = [
  { value: "delay", label: "Pay; the shop reports it 10 seconds later" },
  { value: "duplicate", label: "Pay; the shop reports it twice" },
  { value: "lose", label: "Pay; the shop’s report gets lost" },
  { value: "fail", label: "The card is declined" },
];

type Props = { planId: PlanId; email: string; price: number; discount: number };

/** Acts as the shop's checkout where no shop is set up. */
export function CheckoutPage({ planId, email, price, discount }: Props) {
  const { name, vaultLimit } = findPlan(planId);
  const off = (price * discount) / 100;
  return (
    <>
      <PageHead
        title="Checkout"
        lede={
          <>
            No shop is set up here, so this page plays one. Nobody pays. There are also{" "}
            <a href="/dev/checkout">all orders</a>.
          </>
        }
      />
      <Card>
        <Facts
          items={[
            { label: "Plan", value: `${name}, ${vaultLimit} vaults` },
            { label: "Email", value: email },
            ...(discount > 0 ? [{ label: "Discount", value: `−${formatPrice(off)}` }] : []),
            { label: "Total", value: formatPrice(price - off) },
          ]}
        />
        <form method="post" className="stack">
          <CsrfField />
          <Button size="form" name="payment" value="pay">
            Pay {formatPrice(price - off)}
          </Button>
          {OTHER_WAYS.map(({ value, label }) => (
            <Button key={value} variant="secondary" name="payment" value={value}>
              {label}
            </Button>
          ))}
          <ButtonLink variant="quiet" href="/settings/plan">
            Leave without paying
          </ButtonLink>
        </form>
      </Card>
    </>
  );
}
