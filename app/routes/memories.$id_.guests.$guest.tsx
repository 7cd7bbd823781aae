import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { findOwnGuest, removeGuest } from "~/domain/board/invitation.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const REMOVED = { title: "Guest removed", description: "They are not on the list of this board any more." };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const guest = await findOwnGuest(user, id, params.guest ?? "");
  if (!guest) throw new Response(null, { status: 404 });
  return json({ name: guest.name, list: `/memories/${id}/invite` });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  // A guest who is already gone counts as removed: double submissions.
  await removeGuest(user, id, params.guest ?? "");
  return redirectWithToast(`/memories/${id}/invite`, REMOVED);
}

export const meta: MetaFunction = () => [{ title: "Remove this guest? | Amberkeep" }];

export default function RemoveGuestRoute() {
  const { name, list } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title={`Remove ${name}?`}
        confirm={<Button variant="danger">Remove this guest</Button>}
        cancel={{ href: list, label: "Keep them" }}
      >
        <p>Nothing is sent to them when the board is opened. They are not told.</p>
        <p>Whoever still has the link can join again: make a new one if that is not to be.</p>
      </Confirm>
    </Page>
  );
}
