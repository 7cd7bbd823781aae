import { type HeadersFunction, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { checkoutState } from "~/domain/billing/orders.server";
import { redirectAfterPurchase } from "~/http/billing/after-purchase.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { now } from "~/services/clock.server";
import { WaitingPage } from "~/ui/billing/waiting-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

/** In seconds. */
const LOOK_EVERY = 3;
const LONG = 60;
const LOOK_SELDOM = 30;

const REFUNDED = { title: "Payment refunded", description: "It no longer gives you a plan." };
const GIFT_REFUNDED = { title: "Gift refunded", description: "Its link and its card no longer work." };

/** The page to which the checkout returns, until the payment is known. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const id = params.checkout ?? "";
  const state = await checkoutState(user, id);
  if (!state) return redirect("/settings/plan");
  if (state.isPaid && state.isGift) {
    return redirectWithToast(`/settings/plan/gift/${id}`, {
      title: "Gift paid",
      description: "We’re emailing them the link. You can print a card, too.",
    });
  }
  if (state.isRefunded) return redirectWithToast("/settings/billing", state.isGift ? GIFT_REFUNDED : REFUNDED);
  if (state.isPaid) return redirectAfterPurchase(user, state.planId);
  const isLong = now().getTime() - state.startedAt.getTime() > LONG * 1_000;
  const { isGift, isRefused, needsCheck } = state;
  const refresh = isRefused || needsCheck ? undefined : { Refresh: String(isLong ? LOOK_SELDOM : LOOK_EVERY) };
  return json({ isGift, isRefused, needsCheck, isLong }, { headers: { "Cache-Control": "no-store", ...refresh } });
}

export const handle = { hydrate: false };

/** Refreshes without script. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction = () => [{ title: "Waiting for your payment | Amberkeep" }];

export default function WaitingRoute() {
  const chrome = useChrome();
  return (
    <Page chrome={chrome} width="form">
      <WaitingPage {...useLoaderData<typeof loader>()} contact={chrome.contact ?? null} path={chrome.path} />
    </Page>
  );
}
