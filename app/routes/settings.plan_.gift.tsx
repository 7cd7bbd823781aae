import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { postGift } from "~/http/billing/checkout.server";
import { requireUser } from "~/http/session.server";
import { shop } from "~/services/shop.server";
import { planStyles } from "~/styles/sheets";
import { GiftForm } from "~/ui/billing/gift-form";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

export async function loader({ context }: LoaderFunctionArgs) {
  await requireUser(context);
  return shop ? json(null) : redirect("/settings/plan");
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  return postGift(user, request);
}

export const links = planStyles;

export const handle = { hydrate: false, keepsFields: true };

export const meta: MetaFunction = () => [{ title: "Give a plan | Amberkeep" }];

export default function GiftRoute() {
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <GiftForm lastResult={lastResult} />
    </Page>
  );
}
