import { findGuest, type Guest, guestProof } from "~/domain/board/guests.server";
import { findBoardByCode, type InvitedBoard } from "~/domain/board/invitation.server";
import { parsePrintedCode } from "~/domain/codes/printed-code";
import { joinedCookie } from "~/http/cookies.server";

const MAX_JOINED = 20;

export const NOT_FOR_SEARCH = { "X-Robots-Tag": "noindex, nofollow", "Cache-Control": "private, no-store" };

/** @throws a 404 Response for codes that are mistyped, forged or revoked, and for cancelled boards */
export async function requireBoardInvitation(
  typed: string | undefined,
): Promise<{ code: string; board: InvitedBoard }> {
  const code = parsePrintedCode(typed ?? "");
  const board = code && (await findBoardByCode(code));
  if (!board) throw new Response(null, { status: 404, headers: NOT_FOR_SEARCH });
  return { code, board };
}

/** The last guest to join with this browser, unless their entry was changed since. */
export async function guestIn(request: Request, boardId: string): Promise<Guest | undefined> {
  return findGuest(boardId, await proofsIn(request));
}

export async function rememberGuest(request: Request, guest?: Guest, before?: Guest): Promise<string> {
  const ids = [guest?.id, before?.id];
  const others = (await proofsIn(request)).filter((proof) => !ids.some((id) => id && proof.startsWith(`${id}.`)));
  return joinedCookie.serialize([...(guest ? [guestProof(guest)] : []), ...others].slice(0, MAX_JOINED));
}

async function proofsIn(request: Request): Promise<string[]> {
  const proofs: unknown = await joinedCookie.parse(request.headers.get("Cookie"));
  return Array.isArray(proofs) ? proofs.filter((proof): proof is string => typeof proof === "string") : [];
}
