import type { LoaderFunctionArgs } from "@remix-run/node";
import { canSeeWall } from "~/domain/board/wall.server";
import { requireGuest } from "~/http/board/joined.server";
import { wallStream } from "~/http/board/wall.server";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { guest, board, path } = await requireGuest(request, context, params.guest);
  const viewer = { vaultId: board.id, guestId: guest.id };
  return wallStream(request, context, { board, path, viewer, canSee: canSeeWall(board) });
}
