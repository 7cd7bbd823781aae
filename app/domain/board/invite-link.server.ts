import { createPrintedCode } from "~/domain/codes/printed-code";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";

/**
 * Derived from its seed, so the database never holds the code. In a new form the seed is the form's id, which keeps the
 * link the same through drafts, browsers and accounts.
 */
export function inviteCode(seed: string): string {
  return createPrintedCode(Buffer.from(keyedDigest("board-invitation", seed), "hex"));
}

export function inviteUrl(code: string): string {
  return `${env.BASE_URL}/join/${code}`;
}

/** The link shown in the form of a new board; null for other vaults. */
export function inviteLinkFor(kind: string, formId: string): string | null {
  return kind === "memory-board" ? inviteUrl(inviteCode(formId)) : null;
}

/** A copy of the table without the key reveals no code. */
export function inviteCodeHash(code: string): string {
  return keyedDigest("invite-code", code);
}
