import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireEmbeddedShop } from "~/http/billing/dev-shop.server";
import { PAYMENTS, planOf, simulatePayment } from "~/http/billing/simulate-shop.server";
import { readForm } from "~/http/form.server";
import { discountOf } from "~/services/shop/embedded-shop.server";
import { planStyles } from "~/styles/sheets";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { CheckoutPage } from "~/ui/dev/checkout-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const DECLINED = "The card was declined, and nothing was charged. You can try again.";
const payment = z.enum(PAYMENTS, { error: "Please choose how to pay." });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const shop = requireEmbeddedShop(request);
  const checkout = await shop.findCheckout(params.id ?? "");
  if (!checkout) throw new Response("Not Found", { status: 404, statusText: "Not Found" });
  const { id, price } = planOf(checkout);
  return json({ planId: id, email: checkout.email, price, discount: discountOf(checkout.discountCode) });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const shop = requireEmbeddedShop(request);
  const form = await readForm(request, z.object({ payment }));
  if (!form.ok) return form.response;
  const checkout = await shop.findCheckout(params.id ?? "");
  if (!checkout) throw new Response("Not Found", { status: 404, statusText: "Not Found" });
  if (!(await simulatePayment(shop, checkout, form.value.payment))) return form.refuse({ form: DECLINED });
  return redirect(checkout.returnUrl, 303);
}

export const links = planStyles;

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Checkout | Amberkeep" }];

export default function DevCheckoutRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <CheckoutPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
