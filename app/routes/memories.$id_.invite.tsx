import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { GUESTS_AT_MOST } from "~/domain/board/guests.server";
import { findOwnBoard, makeInvitation, revokeInvitation } from "~/domain/board/invitation.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { InvitePage } from "~/ui/board/invite-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const MADE = { title: "Invite link made", description: "It works from now on. One that was there before does not." };
const TAKEN_BACK = { title: "Link taken back", description: "Nobody joins by it any more. Your guests stay listed." };

const inviteSchema = z.object({ intent: z.enum(["make", "take-back"]) });

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const board = await findOwnBoard(user, id);
  if (!board) throw new Response(null, { status: 404 });
  return json({ id, ...board, guestsAtMost: GUESTS_AT_MOST });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const form = await readForm(request, inviteSchema);
  if (!form.ok) return form.response;
  const isMade = form.value.intent === "make";
  const isDone = isMade ? await makeInvitation(user, id) : await revokeInvitation(user, id);
  if (!isDone) throw new Response(null, { status: 404 });
  return redirectWithToast(`/memories/${id}/invite`, isMade ? MADE : TAKEN_BACK);
}

export const meta: MetaFunction = () => [{ title: "Guests | Amberkeep" }];

export default function InviteRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <InvitePage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />
    </Page>
  );
}
