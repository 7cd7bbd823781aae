import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listDrafts } from "~/domain/overview/list-drafts.server";
import { canCancel } from "~/domain/overview/slots.server";
import { signInTo } from "~/http/billing/answer.server";
import { postPlan } from "~/http/billing/checkout.server";
import { requireUser } from "~/http/session.server";
import { shop } from "~/services/shop.server";
import { planStyles } from "~/styles/sheets";
import { PageScript } from "~/ui/base/page-script";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { PlanPage } from "~/ui/settings/plan-page";
import { useChrome } from "~/ui/shell/chrome";
import { RouteErrorPage } from "~/ui/shell/route-error-page";
import { useLastResult } from "~/ui/shell/unsent-form";
import { titleOf } from "~/ui/vault/vault-card-data";

const DRAFTS_SHOWN = 3;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const isFull = user.vaultsUsed >= user.vaultLimit;
  const [{ drafts }, isCancellable] = await Promise.all([listDrafts(user), isFull && canCancel(user)]);
  return json({
    planId: user.planId,
    used: user.vaultsUsed,
    delivered: user.vaultsDelivered,
    limit: user.vaultLimit,
    drafts: drafts.slice(0, DRAFTS_SHOWN).map((draft) => ({ id: draft.id, title: titleOf(draft) })),
    hasMoreDrafts: drafts.length > DRAFTS_SHOWN,
    canBuy: shop !== undefined,
    canCancel: isCancellable,
    discountCode: new URL(request.url).searchParams.get("discount")?.slice(0, 60) ?? "",
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, signInTo("upgrade your plan"));
  return postPlan(user, request);
}

export const links = planStyles;

export const handle = { hydrate: false, hasScript: true, keepsFields: true };

export const meta: MetaFunction = () => [{ title: "Plans | Amberkeep" }];

export default function PlanRoute() {
  const { discountCode, ...data } = useLoaderData<typeof loader>();
  const answer = useLastResult();
  const chrome = useChrome();
  const typed = answer?.initialValue?.discountCode;
  const notChosen = answer?.error?.planId;
  return (
    <Page chrome={chrome}>
      <RefusalNotice result={notChosen ? { error: { "": notChosen } } : answer} />
      <PlanPage
        {...data}
        discountCode={typeof typed === "string" ? typed : discountCode}
        discountError={answer?.error?.discountCode?.join(" ")}
        contact={chrome.contact ?? null}
      />
      <PageScript src="/plans.js" />
    </Page>
  );
}

export function ErrorBoundary() {
  return (
    <Page chrome={useChrome()}>
      <RouteErrorPage
        title="Error checking subscription"
        message="Please try refreshing the page."
        retryHref="/settings/plan"
      />
    </Page>
  );
}
