import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireEmbeddedShop } from "~/http/billing/dev-shop.server";
import { repeatWebhook, simulateRefund } from "~/http/billing/simulate-shop.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { planStyles } from "~/styles/sheets";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { OrdersPage } from "~/ui/dev/orders-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const CHOOSE = "Please choose an order.";
const actionSchema = z.object({
  orderId: z.string({ error: CHOOSE }).regex(/^\d{1,20}$/, CHOOSE),
  intent: z.enum(["refund", "refund_half", "repeat"], { error: "Please choose what to do." }),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const shop = requireEmbeddedShop(request);
  const orders = (await shop.allOrders()).map(({ resource: { id, attributes } }) => ({
    id,
    email: String(attributes.user_email),
    at: String(attributes.created_at),
    total: Number(attributes.total),
    refunded: Number(attributes.refunded_amount),
    status: String(attributes.status),
  }));
  return json({ orders });
}

export async function action({ request }: ActionFunctionArgs) {
  const shop = requireEmbeddedShop(request);
  const form = await readForm(request, actionSchema);
  if (!form.ok) return form.response;
  const { orderId, intent } = form.value;
  if (intent === "repeat") await repeatWebhook(shop, orderId);
  else await simulateRefund(shop, orderId, intent === "refund" ? "all" : "half");
  return redirectWithToast("/dev/checkout", { title: intent === "repeat" ? "Reported again" : "Refunded" });
}

export const links = planStyles;

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Orders of the shop | Amberkeep" }];

export default function DevOrdersRoute() {
  return (
    <Page chrome={useChrome()} width="letter">
      <RefusalNotice result={useActionData<typeof action>()} />
      <OrdersPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
