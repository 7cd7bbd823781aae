import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listEndedGifts } from "~/domain/billing/gift.server";
import { listOrders } from "~/domain/billing/orders.server";
import { requireUser } from "~/http/session.server";
import { planStyles } from "~/styles/sheets";
import { BillingPage } from "~/ui/billing/billing-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { RouteErrorPage } from "~/ui/shell/route-error-page";

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const { planId, vaultLimit: limit, timeZone: zone } = user;
  return json({ planId, limit, zone, orders: await listOrders(user), endedGifts: await listEndedGifts(user) });
}

export const links = planStyles;

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Billing | Amberkeep" }];

export default function BillingRoute() {
  return (
    <Page chrome={useChrome()} width="letter">
      <BillingPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}

export function ErrorBoundary() {
  return (
    <Page chrome={useChrome()}>
      <RouteErrorPage
        title="Error checking subscription"
        message="Please try refreshing the page."
        retryHref="/settings/billing"
      />
    </Page>
  );
}
