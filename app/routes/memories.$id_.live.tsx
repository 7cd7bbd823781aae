import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireHost } from "~/http/board/host.server";
import { wallStream } from "~/http/board/wall.server";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user, board } = await requireHost(context, params.id);
  const path = `/memories/${board.id}`;
  return wallStream(request, context, { board, path, person: user.id, canSee: board.state !== "sealed" });
}
