import { json } from "@remix-run/node";
import type { User } from "~/domain/account/account";
import { type Board, whyClosed } from "~/domain/board/board.server";
import { guestIdIn, guestProof, isGuestProof } from "~/domain/board/guest-link.server";
import {
  findBoardOf,
  findGuestById,
  findGuestByLink,
  findGuestOf,
  findGuestOfAccount,
  type Guest,
  listBoardsOfGuests,
} from "~/domain/board/guests.server";
import { findBoardByCode } from "~/domain/board/invitation.server";
import { wasRemoved } from "~/domain/board/removed-guests.server";
import { parsePrintedCode } from "~/domain/codes/printed-code";
import { joinedCookie, readList } from "~/http/cookies.server";
import { readFormData } from "~/http/form-data.server";
import type { RequestContext } from "~/http/request-context.server";
import { now } from "~/services/clock.server";

const MAX_JOINED = 20;

/** The paths hold secrets, so no page, not even one of this site, may get them as its referrer. */
export const GUEST_HEADERS = {
  "X-Robots-Tag": "noindex, nofollow",
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "strict-origin",
};

/** @throws a 404 Response for codes that are mistyped, forged or revoked, and for cancelled boards */
export async function requireBoardInvitation(typed: string | undefined): Promise<{ code: string; board: Board }> {
  const code = parsePrintedCode(typed ?? "");
  const board = code && (await findBoardByCode(code));
  return board ? { code, board } : notFound();
}

export type GuestAccess = { guest: Guest; board: Board; path: string };

/**
 * The guest, in the browser they joined with or signed in to the account that took over their pieces.
 * @throws a 404 Response for others, with what they typed; it says so to guests who were removed
 */
export async function requireGuest(request: Request, context: RequestContext, guestId = ""): Promise<GuestAccess> {
  const guest = await findGuestById(guestId);
  const joinedHere = hasJoined(await proofsIn(request), { id: guestId });
  const viewer = joinedHere ? undefined : await context.viewer();
  const isGone = !guest && (joinedHere || (viewer !== undefined && (await wasRemoved(guestId, viewer))));
  if (isGone) throw goneResponse(GUEST_GONE, await readTypedText(request));
  const isTheirs = guest && (joinedHere || isAccountOf(viewer, guest));
  if (!isTheirs) throw goneResponse(GUEST_UNKNOWN, await readTypedText(request));
  const board = await findBoardOf(guest);
  return board ? { guest, board, path: `/guest/${guest.id}` } : notFound();
}

/** Whether a guest who joined with this browser took everything back, or was removed. */
export async function isGuestGone(request: Request, guestId = ""): Promise<boolean> {
  return hasJoined(await proofsIn(request), { id: guestId }) && !(await findGuestById(guestId));
}

const hasJoined = (proofs: string[], { id }: Pick<Guest, "id">) =>
  proofs.some((proof) => guestIdIn(proof) === id && isGuestProof(proof));
const isAccountOf = (user: User | undefined, { userId }: Guest) => user !== undefined && user.id === userId;

/** @throws a 404 Response for links that are forged, or mailed to an address that was replaced */
export async function requireGuestLink(link: string | undefined) {
  const found = await findGuestByLink(link ?? "");
  const board = found && (await findBoardOf(found.guest));
  return found && board ? { ...found, board } : notFound();
}

/** The last guest to join with this browser, or else with this account. */
export async function guestIn(request: Request, context: RequestContext, boardId: string): Promise<Guest | undefined> {
  const guest = await findGuestOf(boardId, await proofsIn(request));
  if (guest) return guest;
  const user = await context.viewer();
  return user && findGuestOfAccount(boardId, user.id);
}

/** Whether this browser joined a board that takes pieces. */
export async function isGuestOfOpenBoard(request: Request): Promise<boolean> {
  const guests = (await proofsIn(request)).slice(0, MAX_JOINED).filter(isGuestProof).map(guestIdIn);
  const boards = await listBoardsOfGuests(guests);
  return boards.some((board) => whyClosed(board, now()) === null);
}

export async function rememberGuest(request: Request, guest: Guest): Promise<string> {
  return joinedCookie.serialize([guestProof(guest.id), ...(await others(request, guest))].slice(0, MAX_JOINED));
}

export async function forgetGuest(request: Request, guest: Guest): Promise<string> {
  return joinedCookie.serialize(await others(request, guest));
}

async function others(request: Request, guest: Guest): Promise<string[]> {
  return (await proofsIn(request)).filter((proof) => guestIdIn(proof) !== guest.id);
}

const proofsIn = (request: Request) => readList(joinedCookie, request);

/** Ids of the guests who joined with this browser; none for the visitor of a share. */
export async function guestIdsOf(request: Request): Promise<string[]> {
  if (new URL(request.url).searchParams.has("share")) return [];
  return (await proofsIn(request)).filter(isGuestProof).map(guestIdIn);
}

function notFound(): never {
  throw new Response(null, { status: 404, headers: GUEST_HEADERS });
}

type Words = { title: string; message: string; messageAfterTyping: string };

export const GUEST_GONE: Words = {
  title: "You’re no longer on this board’s list",
  message: "The host removed you, or you took everything back. If that’s a mistake, ask the host for a new invitation.",
  messageAfterTyping:
    "So this wasn’t saved. You can copy what you wrote. If you were removed by mistake, ask the host for a new invitation.",
};

/** The same for every id, so that none can be guessed. */
export const GUEST_UNKNOWN: Words = {
  title: "We don’t know you in this browser",
  message: "Please open the board’s invitation again, or the link we emailed you.",
  messageAfterTyping:
    "So this wasn’t saved. You can copy what you wrote, and then open the board’s invitation again, or the link we emailed you.",
};

export const PIECE_GONE: Words = {
  title: "This piece is no longer on the board",
  message: "The host removed it, or you took it back.",
  messageAfterTyping: "The host removed it, or you took it back. You can copy what you wrote.",
};

/** The 404 page for something that was removed. `text` is what was typed, for copying. */
export function goneResponse({ title, message, messageAfterTyping }: Words, text = ""): Response {
  return json({ title, message: text ? messageAfterTyping : message, text }, { status: 404, headers: GUEST_HEADERS });
}

/** The typed text of a form; files are not stored. */
export async function readTypedText(request: Request): Promise<string> {
  if (request.method !== "POST") return "";
  const { formData } = await readFormData(request);
  const typed = [formData.get("text"), formData.get("altText")];
  return typed.filter((text) => typeof text === "string" && text !== "").join("\n\n");
}
