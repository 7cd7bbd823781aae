import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { isUpgrade } from "~/domain/account/plans";
import { claimGift, findGift } from "~/domain/billing/gift.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { planStyles } from "~/styles/sheets";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { GiftPage } from "~/ui/billing/gift-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const NOT_FOR_SEARCH = { "X-Robots-Tag": "noindex, nofollow" };

const REFUSALS = {
  claimed: "This gift has been claimed already.",
  unpaid: "This gift isn’t paid for, or the payment was taken back.",
  no_use: "You have as much room already, so this gift would add nothing. You can pass the link on to someone else.",
};

export async function loader({ params, context }: LoaderFunctionArgs) {
  const link = params.link ?? "";
  const gift = await findGift(link);
  if (!gift) throw new Response("Not Found", { status: 404, statusText: "Not Found" });
  const user = await context.viewer();
  const { plan, giverName, recipientName, note, state, claimedBy } = gift;
  return json(
    {
      path: `/gift/${link}`,
      planId: plan.id,
      giverName,
      recipientName,
      note: state === "waiting" ? note : "",
      state,
      isMine: user !== undefined && claimedBy === user.id,
      viewer: user ? { email: user.email, hasUse: isUpgrade(plan, user.vaultLimit) } : null,
    },
    { headers: NOT_FOR_SEARCH },
  );
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const limit = await rateLimited({ gift_ip: context.clientIp });
  if (limit) return form.refuse(limit);
  const claimed = await claimGift(user, params.link ?? "");
  if (!claimed.ok && claimed.reason === "not_found") throw new Response("Not Found", { status: 404 });
  if (!claimed.ok) return form.refuse({ form: REFUSALS[claimed.reason as keyof typeof REFUSALS], status: 409 });
  const { name, vaultLimit } = claimed.plan;
  return redirectWithToast("/create", {
    title: "Plan upgraded!",
    description: `You now have the ${name} plan, with room for ${vaultLimit} vaults.`,
  });
}

export const headers = () => NOT_FOR_SEARCH;

export const links = planStyles;

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [
  { title: "A gift for you | Amberkeep" },
  { name: "robots", content: "noindex, nofollow" },
];

export default function GiftRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <GiftPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
