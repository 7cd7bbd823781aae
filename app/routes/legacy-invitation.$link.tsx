import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { answerInvitation } from "~/domain/legacy/invitation.server";
import { PERMISSIONS } from "~/domain/legacy/legacy";
import { PERMISSION_OFFERS } from "~/domain/legacy/legacy-words";
import { readForm } from "~/http/form.server";
import { requireContactInvitation } from "~/http/legacy-help/legacy-link.server";
import { redirectWithToast } from "~/http/toast.server";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { InvitationPage } from "~/ui/legacy/invitation-page";
import { useChrome } from "~/ui/shell/chrome";

const answerSchema = z.object({ answer: z.enum(["accept", "decline"], { error: "Please accept or decline." }) });

const TOASTS = {
  accept: { title: "Thank you", description: "There’s nothing to do for now." },
  decline: { title: "Declined", description: "We won’t ask you for anything." },
};

/** GET accepts nothing: mail scanners follow links. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { contactName, ownerName, isOwnerGone, permissions, state } = await requireContactInvitation(params.link);
  const offers = PERMISSIONS.filter((one) => permissions[one]).map((one) => PERMISSION_OFFERS[one]);
  return json({ contactName, ownerName, isOwnerGone, offers, state });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const invitation = await requireContactInvitation(params.link);
  const form = await readForm(request, answerSchema);
  if (!form.ok) return form.response;
  await answerInvitation(invitation, form.value.answer);
  return redirectWithToast(`/legacy-invitation/${params.link}`, TOASTS[form.value.answer]);
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Be a legacy contact | Amberkeep" }];

export default function LegacyInvitationRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} choice="answer" />
      <InvitationPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
