import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { giftAddressSchema } from "~/domain/billing/billing-schema";
import { findGiftOf, mailGiftAgain } from "~/domain/billing/gift.server";
import { giftUrl } from "~/domain/billing/gift-link.server";
import { qrOf } from "~/domain/codes/qr.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { claimStyles } from "~/styles/sheets";
import { GiftCardPage } from "~/ui/billing/gift-card-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

const STOPPED = "We can’t email your gift to this address. Please give us another one, or hand over the card.";

/** For the giver: where the gift is, and a card to print. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const gift = await findGiftOf(user, params.checkout ?? "");
  if (!gift) return redirect("/settings/billing");
  if (gift.state === "unpaid") return redirect(`/settings/plan/waiting/${gift.id}`);
  const { plan, giverName, recipientName, recipientEmail, isMailLost, state } = gift;
  const url = giftUrl(gift.id);
  const card = state === "waiting" ? { url, qr: qrOf(url) } : null;
  return json({ planId: plan.id, giverName, recipientName, recipientEmail, isMailLost, card });
}

/** Mails the link to another address. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, giftAddressSchema);
  if (!form.ok) return form.response;
  const { recipientEmail } = form.value;
  const limit = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `gift:${recipientEmail}` });
  if (limit) return form.refuse(limit);
  const checkoutId = params.checkout ?? "";
  const sent = await mailGiftAgain(user, checkoutId, recipientEmail);
  if (!sent.ok && sent.reason === "stopped") return form.refuse({ fields: { recipientEmail: STOPPED } });
  const page = `/settings/plan/gift/${checkoutId}`;
  // Sent twice, or claimed meanwhile: the page shows the state.
  if (!sent.ok) return redirect(page, 303);
  return redirectWithToast(page, {
    title: "Address saved",
    description: `We’re emailing the link to ${recipientEmail}.`,
  });
}

export const links = claimStyles;

export const handle = { hydrate: false, keepsFields: true };

export const meta: MetaFunction = () => [{ title: "Your gift | Amberkeep" }];

export default function GiftCardRoute() {
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="letter">
      <GiftCardPage {...useLoaderData<typeof loader>()} lastResult={lastResult} />
    </Page>
  );
}
