import { findGuest, type Guest, guestProof } from "~/domain/board/guests.server";
import { findBoardByCode, type InvitedBoard } from "~/domain/board/invitation.server";
import { parsePrintedCode } from "~/domain/codes/printed-code";
import { joinedCookie } from "~/http/cookies.server";

/** How many boards one browser remembers to have joined. */
const JOINED_AT_MOST = 20;

export const NOT_FOR_SEARCH = { "X-Robots-Tag": "noindex, nofollow", "Cache-Control": "private, no-store" };

/**
 * The board behind the code in an address, with the code as it is written properly.
 * @throws a 404 Response for whatever leads nowhere, be it mistyped, guessed, taken back or cancelled
 */
export async function requireInvitation(typed: string | undefined): Promise<{ code: string; board: InvitedBoard }> {
  const code = parsePrintedCode(typed ?? "");
  const board = code && (await findBoardByCode(code));
  if (!board) throw new Response(null, { status: 404, headers: NOT_FOR_SEARCH });
  return { code, board };
}

/** The guest of this board who joined with this browser last, as long as the list says what they wrote. */
export async function guestIn(request: Request, boardId: string): Promise<Guest | undefined> {
  return findGuest(boardId, await proofsIn(request));
}

/** Remembers a guest in the place of who they were before; without one only that is forgotten. */
export async function rememberGuest(request: Request, guest?: Guest, before?: Guest): Promise<string> {
  const ids = [guest?.id, before?.id];
  const others = (await proofsIn(request)).filter((proof) => !ids.some((id) => id && proof.startsWith(`${id}.`)));
  return joinedCookie.serialize([...(guest ? [guestProof(guest)] : []), ...others].slice(0, JOINED_AT_MOST));
}

async function proofsIn(request: Request): Promise<string[]> {
  const kept: unknown = await joinedCookie.parse(request.headers.get("Cookie"));
  return Array.isArray(kept) ? kept.filter((proof): proof is string => typeof proof === "string") : [];
}
