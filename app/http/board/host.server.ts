import { redirect } from "@remix-run/node";
import type { User } from "~/domain/account/account";
import { type Board, findHostedBoard } from "~/domain/board/board.server";
import { markPiecesSeen } from "~/domain/board/new-pieces.server";
import type { RequestContext } from "~/http/request-context.server";
import { requireUser } from "~/http/session.server";

export type HostAccess = { user: User; board: Board; isOwner: boolean };

/** @throws a redirect to the login page, or a 404 Response for boards that the user does not host */
export async function requireHost(context: RequestContext, vaultId: string | undefined): Promise<HostAccess> {
  const user = await requireUser(context);
  const board = await findHostedBoard(user, vaultId ?? "");
  if (!board) throw new Response(null, { status: 404 });
  return { user, board, isOwner: board.hostId === user.id };
}

/** The page where a host looks after the board; a sealed one shows no pieces. */
export function hostPath({ id, state }: Pick<Board, "id" | "state">): string {
  return `/memories/${id}/${state === "sealed" ? "invite" : "pieces"}`;
}

/**
 * For pages that show the pieces, which count as seen by the board's owner from then on.
 * @throws a redirect to its guests for a sealed board, whose pieces are hidden from everyone
 */
export async function requireSeen(host: HostAccess): Promise<HostAccess> {
  const { board, isOwner } = host;
  if (board.state === "sealed") throw redirect(hostPath(board));
  if (isOwner) await markPiecesSeen(board.id);
  return host;
}
