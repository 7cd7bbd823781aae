import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { acceptHosting, findHostInvitation } from "~/domain/board/hosts.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const ACCEPTED = { title: "You’re a host now", description: "You see every piece and can invite guests." };

/** An invitation to host a board, for the account with the invited email. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const invitation = await findHostInvitation(user, id);
  if (!invitation) throw new Response(null, { status: 404 });
  if (invitation.isAccepted) return redirect(`/memories/${id}/pieces`);
  return json(invitation);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  if (!(await acceptHosting(user, id))) throw new Response(null, { status: 404 });
  return redirectWithToast(`/memories/${id}/pieces`, ACCEPTED);
}

export const meta: MetaFunction = () => [{ title: "Host a board together | Amberkeep" }];

export default function HostRoute() {
  const { title, hostName } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title={`Host “${title}” together?`}
        confirm={<Button>Yes, I’ll help</Button>}
        cancel={{ href: "/dashboard", label: "Not now" }}
      >
        <p>
          <bdi>{hostName}</bdi> asks you to look after this board together. You’ll see every piece, can approve, hide or
          remove it, and can invite guests.
        </p>
      </Confirm>
    </Page>
  );
}
