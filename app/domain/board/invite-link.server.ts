import { createPrintedCode } from "~/domain/codes/printed-code";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";

/**
 * Returns the code by which guests join a board. It is derived from its seed, so that the database never holds it. In a
 * new form the seed is the id of the form: the link exists before the board and stays the same through drafts, browsers
 * and accounts.
 */
export function inviteCode(seed: string): string {
  return createPrintedCode(Buffer.from(keyedDigest("board-invitation", seed), "hex"));
}

export function inviteUrl(code: string): string {
  return `${env.BASE_URL}/join/${code}`;
}

/** Returns the link that the form of a new board shows, which becomes the board's; null for other vaults. */
export function inviteLinkFor(kind: string, formId: string): string | null {
  return kind === "memory-board" ? inviteUrl(inviteCode(formId)) : null;
}

/** Returns the keyed digest that boards are looked up by. A copy of the table without the key reveals no code. */
export function inviteCodeHash(code: string): string {
  return keyedDigest("invite-code", code);
}
