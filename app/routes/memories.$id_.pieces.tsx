import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { MODERATIONS, type Moderation, moderatePost } from "~/domain/board/moderation.server";
import { requireHost, requireSeen } from "~/http/board/host.server";
import { pieceList, piecesPath } from "~/http/board/piece-list.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { wallStyles } from "~/styles/sheets";
import { PiecesPage } from "~/ui/board/pieces-page";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";

const TOASTS: Record<Moderation, { title: string; description: string }> = {
  approve: { title: "Approved", description: "The piece is on the board." },
  hide: { title: "Hidden", description: "Only the hosts and its author can see it." },
  restore: { title: "Restored", description: "The piece is back on the board." },
  remove: { title: "Removed", description: "The piece is deleted for good." },
};
const GONE = {
  title: "This piece is gone",
  description: "Its author took it back, or it was removed.",
  kind: "error",
} as const;
const REFUSED = {
  title: "Nothing changed",
  description: "The pieces of a sealed board can’t be changed, and after it opens only its owner can remove them.",
  kind: "error",
} as const;

const CHANGED = {
  title: "This piece has changed",
  description: "It was changed after you opened this page. Please look at it again.",
  kind: "error",
} as const;

const CHOOSE = "Please choose a piece.";
const decisionSchema = z.object({
  intent: z.enum(MODERATIONS, { error: "Please choose what to do." }),
  post: z.string({ error: CHOOSE }).trim().min(1, CHOOSE).max(40, CHOOSE),
  version: z.coerce.number({ error: "Please send this field once." }).optional(),
});

/** Without script a page of pieces weighs half as much. */
export const handle = { hydrate: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const host = await requireSeen(await requireHost(context, params.id));
  return json(await pieceList(host, new URL(request.url).searchParams));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, board } = await requireHost(context, params.id);
  const form = await readForm(request, decisionSchema);
  if (!form.ok) return form.response;
  const { intent, post, version } = form.value;
  const result = await moderatePost(user, { vaultId: board.id, postId: post, version }, intent);
  const toast = { done: TOASTS[intent], gone: GONE, refused: REFUSED, changed: CHANGED }[result];
  return redirectWithToast(piecesPath(board.id, new URL(request.url).searchParams), toast);
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const links = wallStyles;

export const meta: MetaFunction = () => [{ title: "Pieces | Amberkeep" }];

export default function PiecesRoute() {
  return (
    <Page chrome={useChrome()}>
      <PiecesPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />
    </Page>
  );
}
