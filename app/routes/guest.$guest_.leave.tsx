import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { leaveBoard } from "~/domain/delivery/leave-board.server";
import { isOpen } from "~/domain/vault/vault";
import { forgetGuest, GUEST_HEADERS, isGuestGone, requireGuest } from "~/http/board/joined.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { partyStyles } from "~/styles/sheets";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { BoardFrame } from "~/ui/board/board-frame";
import { useChrome } from "~/ui/shell/chrome";

const LEFT = { title: "Everything is taken back", description: "Your pieces, your name and your email are deleted." };
const LEFT_REVEALED = {
  title: "Everything is taken back",
  description: "Your pieces are deleted, and we won’t email you about this board again.",
};

export const handle = { hydrate: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { path, board } = await requireGuest(request, context, params.guest);
  return json({ path, isRevealed: isOpen(board) }, { headers: GUEST_HEADERS });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const access = await requireGuest(request, context, params.guest).catch(async (refused: unknown) => {
    if (await isGuestGone(request, params.guest)) return undefined;
    throw refused;
  });
  // A second press leads to the same page.
  if (!access) return redirectWithToast("/?home", LEFT);
  const { guest, board } = access;
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  await leaveBoard(guest);
  const headers = new Headers({ "Set-Cookie": await forgetGuest(request, guest) });
  return redirectWithToast("/?home", isOpen(board) ? LEFT_REVEALED : LEFT, headers);
}

export const headers = () => GUEST_HEADERS;

export const links = partyStyles;

export const meta: MetaFunction = () => [
  { title: "Take everything back? | Amberkeep" },
  { name: "robots", content: "noindex, nofollow" },
];

export default function LeaveRoute() {
  const { path, isRevealed } = useLoaderData<typeof loader>();
  return (
    <BoardFrame chrome={useChrome()}>
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title="Take everything back?"
        action={`${path}/leave`}
        confirm={<Button variant="danger">Take everything back</Button>}
        cancel={{ href: path, label: "Keep it on the board" }}
      >
        <p>
          {isRevealed
            ? "Your pieces are deleted for good, and we won’t email you about this board again."
            : "Your pieces, your name and your email are deleted for good, and nothing is sent to you."}
        </p>
      </Confirm>
    </BoardFrame>
  );
}
