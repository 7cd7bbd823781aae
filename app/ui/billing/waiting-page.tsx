import type { ReactNode } from "react";
import { ButtonLink } from "../base/button";
import { Icon } from "../base/icons";
import { PageHead } from "../base/page-head";

type Props = {
  isGift: boolean;
  isRefused: boolean;
  /** Paid, but for another price or product than the plan's. */
  needsCheck: boolean;
  isLong: boolean;
  /** The operator's email; null where there is a form instead. */
  contact: string | null;
  path: string;
};

export function WaitingPage({ isGift, isRefused, needsCheck, isLong, contact, path }: Props) {
  const address = contact ? <a href={`mailto:${contact}`}>{contact}</a> : <a href="/contact">us</a>;
  if (isRefused) {
    return (
      <PaymentProblem title="Your payment wasn’t accepted" lede="The shop that takes our payments turned it down.">
        Is that a mistake? Write to {address} and we’ll look into it.
      </PaymentProblem>
    );
  }
  if (needsCheck) {
    return (
      <PaymentProblem title="Your payment needs a look" lede="It arrived, but it doesn’t match the price of a plan.">
        Your money isn’t lost. Write to {address} and we’ll sort it out.
      </PaymentProblem>
    );
  }
  return (
    <section className="card confirm">
      <Icon name="future" size={40} />
      <PageHead
        title="Waiting for your payment"
        lede={isLong ? "It’s taking longer than usual." : "This takes a few seconds. The page goes on by itself."}
      />
      {isLong && (
        <p>
          {isGift
            ? "You can close this page: they get the link as soon as the payment arrives. If your gift isn’t under Billing within an hour, "
            : "You can close this page: your plan changes as soon as the payment arrives, within an hour at most. If it doesn’t, "}
          write to {address}.
        </p>
      )}
      <p className="actions">
        <ButtonLink variant="secondary" href={path}>
          Look again
        </ButtonLink>
        <ButtonLink variant="quiet" href="/settings/plan">
          I didn’t pay
        </ButtonLink>
      </p>
    </section>
  );
}

function PaymentProblem({ title, lede, children }: { title: string; lede: string; children: ReactNode }) {
  return (
    <section className="card confirm">
      <PageHead title={title} lede={lede} />
      <p>{children}</p>
      <p className="actions">
        <ButtonLink href="/settings/billing">Orders and receipts</ButtonLink>
      </p>
    </section>
  );
}
