import { eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { lockVerifiedEmail } from "~/domain/account/lock-account.server";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { inTransaction, type Transaction } from "~/services/db.server";
import { deriveId } from "~/services/id.server";
import { boardGuests, boardInvitations } from "~db/schema";
import { lockBoard, whyClosed } from "./board.server";
import { countEmptyGuests, type Guest, toGuest } from "./guests.server";
import { inviteCodeHash } from "./invite-link.server";

/** Guests who added something or confirmed an email. */
export const GUESTS_AT_MOST = 500;
/** With guests who only typed a name, so that no one can fill a board with names. */
export const NAMES_AT_MOST = 2_000;

export type Joining = {
  name: string;
  /** Created with the form, so the same form sent twice is one guest. A secret of the browser that was shown it. */
  formId: string;
  user?: User | undefined;
};
/** `not_found`: the code was revoked, or the board no longer takes guests. */
export type JoinResult = { ok: true; guest: Guest } | { ok: false; reason: "not_found" | "full" };

/** The same form sent twice is one guest. A guest with an account is notified at the reveal at its verified email. */
export function joinBoard(code: string, { formId, name, user }: Joining, now = clock.now()): Promise<JoinResult> {
  return inTransaction(async (tx): Promise<JoinResult> => {
    const vaultId = await lockByCode(tx, code, now);
    if (vaultId === undefined) return { ok: false, reason: "not_found" };
    // The same form with another name is another guest.
    const id = guestIdOf(vaultId, formId, name);
    const [known] = await tx.select().from(boardGuests).where(eq(boardGuests.id, id));
    if (known) return { ok: true, guest: toGuest(known) };
    const names = await tx.$count(boardGuests, eq(boardGuests.vaultId, vaultId));
    const guests = names - (await countEmptyGuests(vaultId, tx));
    if (guests >= GUESTS_AT_MOST || names >= NAMES_AT_MOST) return { ok: false, reason: "full" };
    const email = user ? await lockVerifiedEmail(tx, user.id) : null;
    const row = {
      id,
      vaultId,
      name,
      email,
      emailConfirmedAt: email === null ? null : now,
      userId: user?.id ?? null,
      joinedAt: now,
    };
    await tx.insert(boardGuests).values(row);
    return { ok: true, guest: toGuest(row) };
  });
}

/** Hosts and URLs have a guest's id: the form's id, which gives the guest's proof, must not be derivable from it. */
function guestIdOf(...form: [vaultId: string, formId: string, name: string]): string {
  return deriveId(keyedDigest("board-guest-id", JSON.stringify(form)));
}

/** Prevents joining during the delivery or beyond the limit. */
async function lockByCode(tx: Transaction, code: string, now: Date): Promise<string | undefined> {
  const ofCode = eq(boardInvitations.codeHash, inviteCodeHash(code));
  const [invitation] = await tx.select({ vaultId: boardInvitations.vaultId }).from(boardInvitations).where(ofCode);
  if (!invitation) return undefined;
  const board = await lockBoard(tx, invitation.vaultId);
  return whyClosed(board, now) === null ? invitation.vaultId : undefined;
}
