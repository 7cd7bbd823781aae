import { and, asc, desc, eq, isNull } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { lockVerifiedEmail } from "~/domain/account/lock-account.server";
import { writeMessage } from "~/domain/outbox/message.server";
import { isDeliverable } from "~/domain/vault/vault";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable, type Transaction } from "~/services/db.server";
import { boardHosts, memories, messages } from "~db/schema";
import { boardQuery, findHostedBoard, lockBoard, toBoard } from "./board.server";

export const HOSTS_AT_MOST = 10;

export type CoHost = { name: string; email: string; acceptedAt: Date | null };

export function listHosts(queryable: Queryable, vaultId: string): Promise<CoHost[]> {
  return queryable
    .select({ name: boardHosts.name, email: boardHosts.email, acceptedAt: boardHosts.acceptedAt })
    .from(boardHosts)
    .where(eq(boardHosts.vaultId, vaultId))
    .orderBy(asc(boardHosts.invitedAt), asc(boardHosts.email));
}

export const listHostsOf = (vaultId: string) => listHosts(db, vaultId);

export type InviteHostResult = { ok: true } | { ok: false; reason: "not_found" | "unverified" | "full" | "yourself" };

/**
 * Mails the invitation, unless an earlier one to that address has left or is about to. For the owner only, once their
 * own email is verified.
 */
export async function inviteHost(
  user: User,
  vaultId: string,
  { name, email }: { name: string; email: string },
  now = clock.now(),
): Promise<InviteHostResult> {
  const board = await findHostedBoard(user, vaultId);
  if (board?.hostId !== user.id) return { ok: false, reason: "not_found" };
  if (!user.isEmailVerified) return { ok: false, reason: "unverified" };
  if (email === user.email) return { ok: false, reason: "yourself" };
  return inTransaction(async (tx): Promise<InviteHostResult> => {
    const { state } = await lockBoard(tx, vaultId);
    // Cancelled or revealed while this waited for the lock.
    if (!isDeliverable({ state })) return { ok: false, reason: "not_found" };
    const hosts = await listHosts(tx, vaultId);
    if (hosts.some((host) => host.email === email)) return { ok: true };
    if (hosts.length >= HOSTS_AT_MOST) return { ok: false, reason: "full" };
    await tx.insert(boardHosts).values({ vaultId, email, name, invitedAt: now });
    if (await isInvitationMailed(tx, vaultId, email)) return { ok: true };
    await writeMessage(
      tx,
      {
        kind: "host_invitation",
        senderId: user.id,
        uniqueKey: `host_invitation:${keyedDigest("host-invitation", JSON.stringify([vaultId, email]))}:${now.getTime()}`,
        to: { name, email },
        props: {
          name,
          hostName: board.hostName,
          isSealed: state === "sealed",
          url: `${env.BASE_URL}/memories/${vaultId}/host`,
        },
        vaultId,
      },
      now,
    );
    return { ok: true };
  });
}

/** False if the last mail failed, or was dropped, as when the invitation was withdrawn. */
async function isInvitationMailed(tx: Transaction, vaultId: string, email: string): Promise<boolean> {
  const { kind, toAddress, state, createdAt, uniqueKey } = messages;
  const [last] = await tx
    .select({ state })
    .from(messages)
    .where(and(eq(messages.vaultId, vaultId), eq(kind, "host_invitation"), eq(toAddress, email)))
    .orderBy(desc(createdAt), desc(uniqueKey))
    .limit(1);
  return last !== undefined && last.state !== "failed";
}

/** For the owner only, also after the reveal. */
export async function removeHost(user: User, vaultId: string, email: string): Promise<"removed" | "gone" | "refused"> {
  const board = await findHostedBoard(user, vaultId);
  if (board?.hostId !== user.id) return "refused";
  const theirs = and(eq(boardHosts.vaultId, vaultId), eq(boardHosts.email, email));
  const [{ affectedRows }] = await db.delete(boardHosts).where(theirs);
  return affectedRows > 0 ? "removed" : "gone";
}

/** Accepts the invitation of the account's verified email. Returns false where there is none. */
export function acceptHosting(user: User, vaultId: string, now = clock.now()): Promise<boolean> {
  return inTransaction(async (tx) => {
    const email = await lockVerifiedEmail(tx, user.id);
    if (email === null) return false;
    const theirs = and(eq(boardHosts.vaultId, vaultId), eq(boardHosts.email, email));
    await tx
      .update(boardHosts)
      .set({ acceptedAt: now })
      .where(and(theirs, isNull(boardHosts.acceptedAt)));
    return (await tx.$count(boardHosts, theirs)) > 0;
  });
}

/** For the account's verified email. Undefined without an invitation, and for boards that are gone. */
export async function findHostInvitation(user: User, vaultId: string) {
  if (!user.isEmailVerified) return undefined;
  const theirs = and(eq(boardHosts.vaultId, vaultId), eq(boardHosts.email, user.email));
  const [invitation] = await db.select().from(boardHosts).where(theirs);
  const [row] = invitation ? await boardQuery(db, eq(memories.id, vaultId)) : [];
  if (!invitation || !row || row.vault.state === "cancelled") return undefined;
  const { title, hostName, state } = toBoard(row);
  return { id: vaultId, title, hostName, state, isAccepted: invitation.acceptedAt !== null };
}
