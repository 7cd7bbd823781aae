import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { canSeeWall } from "~/domain/board/wall.server";
import { GUEST_HEADERS, requireGuest } from "~/http/board/joined.server";
import { liveWall } from "~/http/board/wall.server";
import { wallStyles } from "~/styles/sheets";
import { BoardFrame } from "~/ui/board/board-frame";
import { WallPage } from "~/ui/board/wall-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLiveWall } from "~/ui/shell/live-wall";

/** For guests, once they may see each other's pieces. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { board, path } = await requireGuest(request, context, params.guest);
  if (!canSeeWall(board)) return redirect(path);
  return json(await liveWall(board, path, new URL(request.url).searchParams), { headers: GUEST_HEADERS });
}

export const headers = () => GUEST_HEADERS;

export const links = wallStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "A memory board"} | Amberkeep` },
  { name: "robots", content: "noindex, nofollow" },
];

export default function GuestWallRoute() {
  const { wall, live, path, ...data } = useLoaderData<typeof loader>();
  const { arrived, ...shown } = useLiveWall(live, wall);
  return (
    <BoardFrame chrome={useChrome()} width="wide" back={{ href: path, label: "Back" }}>
      <WallPage {...data} wall={{ ...wall, ...shown }} isLive={live !== null} arrived={arrived} />
    </BoardFrame>
  );
}
