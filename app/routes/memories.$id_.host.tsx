import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { acceptHosting, findHostInvitation } from "~/domain/board/hosts.server";
import { isOpen, type VaultState } from "~/domain/vault/vault";
import { hostPath } from "~/http/board/host.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

/** What a co-host can do; a sealed board shows no pieces. */
type Stage = "waiting" | "sealed" | "revealed";
const stageOf = (board: { state: VaultState }): Stage =>
  board.state === "sealed" ? "sealed" : isOpen(board) ? "revealed" : "waiting";

const ACCEPTED: Record<Stage, string> = {
  waiting: "You see every piece and can invite guests.",
  sealed: "You’ll see every piece once the board opens.",
  revealed: "You see every piece and can hide it.",
};
const OFFERED: Record<Stage, string> = {
  waiting: "You’ll see every piece, can approve, hide or remove it, and can invite guests.",
  sealed: "It’s sealed, and shows no pieces until its day. From then on you’ll see every piece, and can hide it.",
  revealed: "You’ll see every piece, and can hide it.",
};

/** An invitation to host a board, for the account with the invited email. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const invitation = await findHostInvitation(user, params.id ?? "");
  if (!invitation) throw new Response(null, { status: 404 });
  if (invitation.isAccepted) return redirect(hostPath(invitation));
  const { title, hostName } = invitation;
  return json({ title, hostName, stage: stageOf(invitation) });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const invitation = await findHostInvitation(user, params.id ?? "");
  if (!invitation || !(await acceptHosting(user, invitation.id))) throw new Response(null, { status: 404 });
  const description = ACCEPTED[stageOf(invitation)];
  return redirectWithToast(hostPath(invitation), { title: "You’re a host now", description });
}

export const meta: MetaFunction = () => [{ title: "Host a board together | Amberkeep" }];

export default function HostRoute() {
  const { title, hostName, stage } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title={`Host “${title}” together?`}
        confirm={<Button>Yes, I’ll help</Button>}
        cancel={{ href: "/dashboard", label: "Not now" }}
      >
        <p>
          <bdi>{hostName}</bdi> asks you to look after this board together. {OFFERED[stage]}
        </p>
      </Confirm>
    </Page>
  );
}
