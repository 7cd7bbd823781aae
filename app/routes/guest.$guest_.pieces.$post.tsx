import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { PostState } from "~/domain/board/board";
import { listPieces } from "~/domain/board/pieces.server";
import { editSchema } from "~/domain/board/post-schema";
import { editPost, removeOwnPost } from "~/domain/board/posts.server";
import { remainingQuotaOf } from "~/domain/board/quota.server";
import { CLOSED_WORDS, overQuotaInWords } from "~/domain/board/quota-words";
import {
  GUEST_HEADERS,
  type GuestAccess,
  goneResponse,
  PIECE_GONE,
  readTypedText,
  requireGuest,
} from "~/http/board/joined.server";
import { pieceData } from "~/http/board/piece-data.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { partyStyles } from "~/styles/sheets";
import { BoardFrame } from "~/ui/board/board-frame";
import { EditPage } from "~/ui/board/edit-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

const SAVED: Record<PostState, { title: string; description: string }> = {
  shown: { title: "Saved", description: "Your piece says what you wrote." },
  waiting: { title: "Saved", description: "Your host will look at it again." },
  hidden: { title: "Saved", description: "Your host has hidden this piece. Ask them if you’d like it on the board." },
};
const REMOVED = { title: "Taken back", description: "That piece is deleted." };

const UNCHANGED = "Your piece stays as it was. What you wrote is below, so that you can copy it.";

export const handle = { hydrate: false, keepsFields: true };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const access = await requireGuest(request, context, params.guest);
  const piece = await requirePiece(request, access, params.post);
  const { guest, board, path } = access;
  if (board.state === "sealed" && !context.isPost) throw new Response(null, { status: 404, headers: GUEST_HEADERS });
  const quota = await remainingQuotaOf(guest);
  return json(
    {
      path,
      action: `${path}/pieces/${piece.id}`,
      // A sealed board shows nothing before its day, but a guest who was typing keeps their text.
      piece: board.state === "sealed" ? null : pieceData(piece, board.zone),
      isEditable: board.state === "scheduled",
      quota: { ...quota, characters: quota.characters + (piece.kind === "note" ? piece.text.length : 0) },
    },
    { headers: GUEST_HEADERS },
  );
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const access = await requireGuest(request, context, params.guest);
  const { guest, path } = access;
  // Also for a piece that is gone, as after a second press.
  const removal = await readForm(request.clone(), z.object({ intent: z.literal("remove") }));
  if (removal.ok) {
    await removeOwnPost(guest, params.post ?? "");
    return redirectWithToast(path, REMOVED);
  }
  const piece = await requirePiece(request, access, params.post);
  const form = await readForm(request, editSchema(piece.kind !== "note"));
  if (!form.ok) return form.response;
  const edited = await editPost(guest, piece.id, form.value);
  if (edited.ok) return redirectWithToast(path, SAVED[edited.state]);
  if (edited.reason === "closed")
    return form.refuse({ form: `${CLOSED_WORDS[edited.closed]} ${UNCHANGED}`, status: 409 });
  if (edited.reason === "gone") throw goneResponse(PIECE_GONE, form.value.text);
  const { message } = overQuotaInWords(edited.exceeded, edited.left, edited.needed);
  return form.refuse({ fields: { text: message }, status: 409 });
}

async function requirePiece(request: Request, { guest, board }: GuestAccess, id = "") {
  const [piece] = await listPieces(board.id, { guestId: guest.id, id });
  if (!piece) throw goneResponse(PIECE_GONE, await readTypedText(request));
  return piece;
}

export const headers = () => GUEST_HEADERS;

export const links = partyStyles;

export const meta: MetaFunction = () => [
  { title: "Your piece | Amberkeep" },
  { name: "robots", content: "noindex, nofollow" },
];

export default function PieceRoute() {
  const { path, ...data } = useLoaderData<typeof loader>();
  const lastResult = useLastResult();
  return (
    <BoardFrame chrome={useChrome()} back={{ href: path, label: "Back" }}>
      <EditPage {...data} lastResult={lastResult} />
    </BoardFrame>
  );
}
