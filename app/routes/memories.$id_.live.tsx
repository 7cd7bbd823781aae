import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireHost } from "~/http/board/host.server";
import { wallStream } from "~/http/board/wall.server";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user, board } = await requireHost(context, params.id);
  const path = `/memories/${board.id}`;
  const viewer = { vaultId: board.id, host: user };
  return wallStream(request, context, { board, path, viewer, canSee: board.state !== "sealed" });
}
