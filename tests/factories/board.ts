import { createId } from "@paralleldrive/cuid2";
import type { Guest } from "~/domain/board/guests.server";
import { findInviteLink } from "~/domain/board/invitation.server";
import { joinBoard } from "~/domain/board/join-board.server";
import { addPosts, type NewPost } from "~/domain/board/posts.server";
import { createLetter, WRITTEN_AT } from "./letter";
import { createUploadedPhoto } from "./upload";
import { createUser } from "./user";

/** Schedules a board of a new account, and returns the code of its invite link. */
export async function createBoard(overrides: Parameters<typeof createLetter>[1] = {}) {
  const host = await createUser({ name: "Anna", vaultLimit: 9 });
  const id = await createLetter(host.user, { type: "memory-board", ...overrides });
  const code = (await findInviteLink(id))?.split("/join/")[1] ?? "";
  return { ...host, id, code };
}

export async function join(code: string, name: string): Promise<Guest> {
  const joined = await joinBoard(code, { formId: createId(), name }, WRITTEN_AT);
  if (!joined.ok) throw new Error(joined.reason);
  return joined.guest;
}

/** A guest's form with words. */
export function postInput(text: string, overrides: Partial<NewPost> = {}): NewPost {
  return { formId: createId(), text, files: { owner: "0".repeat(64), altTexts: {} }, ...overrides };
}

export async function postNote(guest: Guest, text: string, now = WRITTEN_AT) {
  return addPosts(guest, postInput(text), now);
}

export async function postPhoto(guest: Guest, text = "", now = WRITTEN_AT) {
  const { owner, formId } = await createUploadedPhoto();
  return addPosts(guest, postInput(text, { formId, files: { owner, altTexts: {} } }), now);
}
