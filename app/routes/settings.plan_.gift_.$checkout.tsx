import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findGiftOf } from "~/domain/billing/gift.server";
import { giftUrl } from "~/domain/billing/gift-link.server";
import { qrOf } from "~/domain/codes/qr.server";
import { requireUser } from "~/http/session.server";
import { claimStyles } from "~/styles/sheets";
import { GiftCardPage } from "~/ui/billing/gift-card-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

/** For the giver: where the gift is, and a card to print. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const gift = await findGiftOf(user, params.checkout ?? "");
  if (!gift) return redirect("/settings/billing");
  if (gift.state === "unpaid") return redirect(`/settings/plan/waiting/${gift.id}`);
  const { plan, giverName, recipientName, recipientEmail, state } = gift;
  const url = giftUrl(gift.id);
  const card = state === "waiting" ? { url, qr: qrOf(url) } : null;
  return json({ planId: plan.id, giverName, recipientName, recipientEmail, card });
}

export const links = claimStyles;

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Your gift | Amberkeep" }];

export default function GiftCardRoute() {
  return (
    <Page chrome={useChrome()} width="letter">
      <GiftCardPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
