import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { reportPost } from "~/domain/board/moderation.server";
import { listPieces } from "~/domain/board/pieces.server";
import { seesWall } from "~/domain/board/wall.server";
import { type GuestAccess, NOT_FOR_SEARCH, requireGuest } from "~/http/board/joined.server";
import { readForm } from "~/http/form.server";
import { tooOften } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { partyStyles } from "~/styles/sheets";
import { Button } from "~/ui/base/button";
import { Confirm } from "~/ui/base/confirm";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { BoardFrame } from "~/ui/board/board-frame";
import { useChrome } from "~/ui/shell/chrome";

const REPORTED = { title: "Reported", description: "Your host will take a look." };

export const handle = { hydrate: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const access = await requireGuest(request, context, params.guest);
  const { authorName } = await requireShown(access, params.post);
  return json({ author: authorName, back: `${access.path}/wall` }, { headers: NOT_FOR_SEARCH });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const access = await requireGuest(request, context, params.guest);
  const { id } = await requireShown(access, params.post);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const limit = await tooOften({ report_ip: context.clientIp });
  if (limit) return form.refuse(limit);
  await reportPost(access.board, id);
  return redirectWithToast(`${access.path}/wall`, REPORTED);
}

async function requireShown({ board }: GuestAccess, id = "") {
  const [piece] = seesWall(board) ? await listPieces(board.id, { id, states: ["shown"] }) : [];
  if (!piece) throw new Response(null, { status: 404, headers: NOT_FOR_SEARCH });
  return piece;
}

export const headers = () => NOT_FOR_SEARCH;

export const links = partyStyles;

export const meta: MetaFunction = () => [
  { title: "Report this piece? | Amberkeep" },
  { name: "robots", content: "noindex, nofollow" },
];

export default function ReportRoute() {
  const { author, back } = useLoaderData<typeof loader>();
  return (
    <BoardFrame toast={useChrome().toast}>
      <RefusalNotice result={useActionData<typeof action>()} />
      <Confirm
        title="Report this piece?"
        confirm={<Button>Report it</Button>}
        cancel={{ href: back, label: "Go back" }}
      >
        <p>
          If the piece from <bdi>{author}</bdi> shouldn’t be on this board, tell the host. They’ll look at it and can
          hide it. Nobody learns who reported it.
        </p>
      </Confirm>
    </BoardFrame>
  );
}
