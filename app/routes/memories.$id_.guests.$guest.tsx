import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { Board } from "~/domain/board/board.server";
import { findHostedGuest, removeGuest } from "~/domain/board/settings.server";
import { isOpen } from "~/domain/vault/vault";
import { requireHost } from "~/http/board/host.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const REMOVED = { title: "Guest removed", description: "Their pieces are deleted." };
const NOT_REMOVED = {
  title: "Guest not removed",
  description: "The board is open now, so only its owner can remove guests.",
  kind: "error",
} as const;

/** The list of guests is gone from the reveal on. */
const listPath = (board: Board) => `/memories/${board.id}/${isOpen(board) ? "pieces" : "invite"}`;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { user, board } = await requireHost(context, params.id);
  const guest = await findHostedGuest(user, board.id, params.guest ?? "");
  if (!guest) throw new Response(null, { status: 404 });
  return json({ ...guest, isRevealed: isOpen(board), list: listPath(board) });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, board } = await requireHost(context, params.id);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  // A guest who is already gone counts as removed: double submissions.
  const isRemoved = await removeGuest(user, board.id, params.guest ?? "");
  return redirectWithToast(listPath(board), isRemoved ? REMOVED : NOT_REMOVED);
}

export const meta: MetaFunction = () => [{ title: "Remove this guest? | Amberkeep" }];

export default function RemoveGuestRoute() {
  const { name, pieces, isRevealed, list } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title={`Remove ${name}?`}
        confirm={<Button variant="danger">Remove this guest</Button>}
        cancel={{ href: list, label: "Keep them" }}
      >
        <p>
          {pieces > 0 &&
            (pieces === 1 ? "Their piece is deleted for good. " : `Their ${pieces} pieces are deleted for good. `)}
          They get no email about it{isRevealed ? "." : ", and none when the board opens."}
        </p>
        {!isRevealed && <p>They could join again with the link: make a new one if you don’t want that.</p>}
      </Confirm>
    </Page>
  );
}
