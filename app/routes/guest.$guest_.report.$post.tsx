import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listPieces } from "~/domain/board/pieces.server";
import { canSeeWall } from "~/domain/board/wall.server";
import { GUEST_HEADERS, type GuestAccess, requireGuest } from "~/http/board/joined.server";
import { postReport } from "~/http/board/report.server";
import { partyStyles } from "~/styles/sheets";
import { BoardFrame } from "~/ui/board/board-frame";
import { ReportPage } from "~/ui/board/report-page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const access = await requireGuest(request, context, params.guest);
  const { id, authorName } = await requireShown(access, params.post);
  return json({ postId: id, author: authorName, back: `${access.path}/wall` }, { headers: GUEST_HEADERS });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const access = await requireGuest(request, context, params.guest);
  const { id } = await requireShown(access, params.post);
  return postReport({ request, context }, { board: access.board, postId: id, back: `${access.path}/wall` });
}

async function requireShown({ board }: GuestAccess, id = "") {
  const [piece] = canSeeWall(board) ? await listPieces(board.id, { id, states: ["shown"] }) : [];
  if (!piece) throw new Response(null, { status: 404, headers: GUEST_HEADERS });
  return piece;
}

export const headers = () => GUEST_HEADERS;

export const links = partyStyles;

export const meta: MetaFunction = () => [
  { title: "Report this piece? | Amberkeep" },
  { name: "robots", content: "noindex, nofollow" },
];

export default function ReportRoute() {
  return (
    <BoardFrame chrome={useChrome()}>
      <ReportPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />
    </BoardFrame>
  );
}
