import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireHost, requireSeen } from "~/http/board/host.server";
import { liveWall } from "~/http/board/wall.server";
import { wallStyles } from "~/styles/sheets";
import { BoardFrame } from "~/ui/board/board-frame";
import { WallPage } from "~/ui/board/wall-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLiveWall } from "~/ui/shell/live-wall";

/** The wall for a board's hosts, and for a screen in the room. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { board } = await requireSeen(await requireHost(context, params.id));
  return json(await liveWall(board, `/memories/${board.id}`, new URL(request.url).searchParams));
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const links = wallStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? "A board"} | Amberkeep` }];

export default function HostWallRoute() {
  const { wall, live, path, ...data } = useLoaderData<typeof loader>();
  const { arrived, ...shown } = useLiveWall(live, wall);
  return (
    <BoardFrame chrome={useChrome()} width="wide" back={{ href: `${path}/pieces`, label: "All pieces" }}>
      <WallPage {...data} wall={{ ...wall, ...shown }} isLive={live !== null} arrived={arrived} />
    </BoardFrame>
  );
}
