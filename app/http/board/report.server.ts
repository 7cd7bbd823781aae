import { z } from "zod";
import { isBoard } from "~/domain/access/media-item";
import { viewVault } from "~/domain/access/view-vault.server";
import { type ReportedBoard, reportPost } from "~/domain/board/moderation.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { letterHref } from "~/http/access/reading.server";
import { viewerOf } from "~/http/access/viewer.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast } from "~/http/toast.server";
import { reportHrefIn } from "./wall-pieces.server";

const REPORTED = { title: "Reported", description: "Your host will take a look." };

type Reporting = { request: Request; context: RequestContext };

/** The caller has checked that the reporter sees the piece. */
export async function postReport(
  { request, context }: Reporting,
  { board, postId, back }: { board: ReportedBoard; postId: string; back: string },
): Promise<Response> {
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const limit = await rateLimited({ report_ip: context.clientIp });
  if (limit) return form.refuse(limit);
  await reportPost(board, postId);
  return redirectWithToast(back, REPORTED);
}

/** @throws a 404 Response unless the reader sees the piece on a board that has reached them */
export async function requireReadPiece({ request, context }: Reporting, vaultId = "", postId = "") {
  const viewer = await viewerOf(request, context);
  const viewed = await viewVault(viewer, vaultId);
  const piece = viewed?.seesContent && isBoard(viewed) ? viewed.posts.find(({ id }) => id === postId) : undefined;
  if (!viewed || !piece || !reportHrefIn(viewed, postId)) throw new Response(null, { status: 404 });
  const { id, userId, title } = viewed.vault;
  return {
    author: piece.authorName,
    back: letterHref(viewed, viewer),
    board: { id, hostId: userId, title: title || DISPLAY_TITLE },
    postId,
  };
}
