import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { z } from "zod";
import { leaveBoard } from "~/domain/board/guests.server";
import { guestIn, rememberGuest, requireBoardInvitation } from "~/http/board/joined.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { redirectWithToast } from "~/http/toast.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

const LEFT = { title: "You are off the list", description: "Nothing of yours is kept there any more." };

export const handle = { hydrate: false };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { code } = await requireBoardInvitation(params.code);
  return redirectTo(context, `/join/${code}`);
}

/** Removes the guest who joined with this browser. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { code, board } = await requireBoardInvitation(params.code);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const guest = await guestIn(request, board.id);
  if (!guest) return redirect(`/join/${code}`, 303);
  await leaveBoard(code, guest.id);
  const headers = new Headers({ "Set-Cookie": await rememberGuest(request, undefined, guest) });
  return redirectWithToast(`/join/${code}`, LEFT, headers);
}

export default function LeaveRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back={`/join/${useParams().code}`} />
    </Page>
  );
}
