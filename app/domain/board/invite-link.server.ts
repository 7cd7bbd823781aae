import { createPrintedCode } from "~/domain/codes/printed-code";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";

/**
 * The code by which guests join a board: made anew of its seed whenever it is shown, so that the database never holds
 * it. In a new form the seed is the form's id: the link stands there before there is a board, nobody can ask for the
 * code of another one, and it stays the same through drafts, browsers and accounts.
 */
export function inviteCode(seed: string): string {
  return createPrintedCode(Buffer.from(keyedDigest("board-invitation", seed), "hex"));
}

/** The full address under which a code lets guests join. */
export function inviteUrl(code: string): string {
  return `${env.BASE_URL}/join/${code}`;
}

/** The link that stands in the form of a new board, and becomes the board's; other vaults have none. */
export function inviteLinkFor(kind: string, formId: string): string | null {
  return kind === "memory-board" ? inviteUrl(inviteCode(formId)) : null;
}

/** What is kept of a code. Boards are looked up by it: whoever lacks the key can make none from a copy of the table. */
export function inviteCodeHash(code: string): string {
  return keyedDigest("invite-code", code);
}
