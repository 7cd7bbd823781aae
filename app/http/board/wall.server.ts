import { subDays, subSeconds } from "date-fns";
import type { Board } from "~/domain/board/board.server";
import { REREAD_SECONDS, subscribeToWall, type WallEvent, wallEventsSince } from "~/domain/board/live-wall.server";
import { listPieceIds, type PostPiece } from "~/domain/board/pieces.server";
import type { WallViewer } from "~/domain/board/wall-access.server";
import { listMedia } from "~/domain/media/media.server";
import { isDeliverable, isOpen } from "~/domain/vault/vault";
import { acquireSlot } from "~/http/concurrency.server";
import type { RequestContext } from "~/http/request-context.server";
import { eventStream } from "~/server/event-stream.server";
import { now } from "~/services/clock.server";
import { hostPieces, readWall, wallPiece } from "./wall-pieces.server";

/** Photos lead to no page of their own before the reveal. */
const noPage = () => null;

/** Hosts decide themselves, and authors about their own pieces. */
function reportHref(path: string, { id, guestId }: PostPiece): string | null {
  return path.startsWith("/guest/") && path !== `/guest/${guestId}` ? `${path}/report/${id}` : null;
}

/** The wall, the newest pieces first; from the reveal on after what the host put there. `path` is the viewer's own. */
export async function liveWall(board: Board, path: string, query: URLSearchParams) {
  const at = now();
  const files = isOpen(board) ? await listMedia(board.id) : [];
  const sources = {
    ofHost: hostPieces({ ...board, name: board.hostName }, files, noPage),
    order: "newest" as const,
    toPiece: (post: PostPiece) => wallPiece(post, board.zone, noPage, reportHref(path, post)),
  };
  const wall = await readWall(board.id, sources, query);
  const isLive = isDeliverable(board) && wall.show === null && wall.page === 1 && wall.view === "grid";
  return {
    title: board.title,
    hostName: board.hostName,
    path,
    wall,
    live: isLive ? `${path}/live?since=${at.getTime()}` : null,
  };
}

/** Streams new pieces while the viewer may see the wall. After 204 (WHATWG) only `useLiveWall` tries again. */
export async function wallStream(
  request: Request,
  context: RequestContext,
  { canSee, ...wall }: { board: Board; path: string; viewer: WallViewer; canSee: boolean },
): Promise<Response> {
  const person = "guestId" in wall.viewer ? wall.viewer.guestId : wall.viewer.host.id;
  const slot = canSee ? acquireSlot("wall", { person, ip: context.clientIp }) : undefined;
  if (!slot?.ok) return new Response(null, { status: 204 });
  try {
    return await openStream(request, wall, slot.release);
  } catch (error) {
    slot.release();
    throw error;
  }
}

async function openStream(
  request: Request,
  { board, path, viewer }: { board: Board; path: string; viewer: WallViewer },
  release: () => void,
): Promise<Response> {
  const since = loadedAt(request);
  const ids = [...(await listPieceIds([board.id], ["shown"]))];
  const missed = since ? await wallEventsSince(board.id, since) : [];
  const toData = (event: WallEvent) => {
    if (event.kind === "gone") return event;
    const { kind, piece } = event;
    const isNew = since !== undefined && piece.createdAt >= subSeconds(since, REREAD_SECONDS);
    return { kind, piece: wallPiece(piece, board.zone, noPage, reportHref(path, piece)), isNew };
  };
  return eventStream(request, (send, end) => {
    const subscription = { viewer, onEvent: (event: WallEvent) => send(toData(event)), onEnd: end };
    const unsubscribe = subscribeToWall(subscription, ids);
    // What was deleted while the page was not connected has no event.
    send({ kind: "all", ids });
    for (const event of missed) send(toData(event));
    return () => {
      unsubscribe();
      release();
    };
  });
}

/** The load time in the page's URL, which anyone can change, so it is limited to the last day. */
function loadedAt(request: Request): Date | undefined {
  const since = Number(new URL(request.url).searchParams.get("since"));
  const at = now();
  return since > 0 ? new Date(Math.max(subDays(at, 1).getTime(), Math.min(at.getTime(), since))) : undefined;
}
