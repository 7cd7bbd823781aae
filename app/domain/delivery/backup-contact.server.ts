import { eq } from "drizzle-orm";
import { writeMessage } from "~/domain/outbox/message.server";
import { isStopped } from "~/domain/outbox/stopped-senders.server";
import { isSenderBlocked } from "~/domain/recipients/block-sender.server";
import { type DeliveryRow, lockDelivery, type VaultRow } from "~/domain/vault/delivery-rows.server";
import { isFailed } from "~/domain/vault/events";
import { senderOf } from "~/domain/vault/sender.server";
import { isOpen } from "~/domain/vault/vault";
import { env } from "~/env.server";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { isSameSecret } from "~/services/secret-token.server";
import { deliveries, memories, profiles, proposedAddresses } from "~db/schema";
import { earlierProposal, type ProposalRefusal, proposeAddress } from "./propose-address.server";

export type BackupRequest = {
  deliveryId: string;
  vaultId: string;
  senderName: string;
  /** The account was erased: no one can stop the address that is given. */
  isSenderGone: boolean;
  recipientName: string;
  backupEmail: string;
  /** Why they cannot give an address now: the sender can still veto another one, or has stopped theirs. */
  proposal: "waiting" | "stopped" | null;
};

/** Returns the id of the message; empty without a backup contact at another address, or if they stopped our emails. */
export async function askBackupContact(
  tx: Transaction,
  vault: VaultRow,
  delivery: DeliveryRow,
  now: Date,
): Promise<string[]> {
  const { backupName, backupEmail } = vault;
  if (!backupEmail || [delivery.recipientEmail, delivery.firstEmail].includes(backupEmail)) return [];
  if (await isStopped(tx, { senderId: vault.userId, email: backupEmail })) return [];
  const { fullName, erasedAt } = await senderOf(tx, vault);
  const id = await writeMessage(
    tx,
    {
      kind: "backup_request",
      senderId: vault.userId,
      uniqueKey: `backup_request:${delivery.id}:${delivery.messageId ?? ""}`,
      to: { name: backupName ?? "", email: backupEmail },
      props: {
        backupName: backupName ?? "",
        senderName: fullName,
        isSenderGone: erasedAt !== null,
        recipientName: delivery.recipientName,
        url: `${env.BASE_URL}/reach/${backupLink(delivery, backupEmail)}`,
      },
      vaultId: vault.id,
      deliveryId: delivery.id,
    },
    now,
  );
  return [id];
}

/** Signed over both emails: the link ends when either changes. */
export function backupLink({ id, recipientEmail }: { id: string; recipientEmail: string }, backupEmail: string) {
  return `${id}.${keyedDigest("backup-link", `${id}:${recipientEmail}:${backupEmail}`, "base64url")}`;
}

export async function findBackupRequest(link: string): Promise<BackupRequest | undefined> {
  const id = /^([a-z0-9]{24})\.[\w-]{43}$/.exec(link)?.[1];
  if (!id) return undefined;
  const [row] = await db
    .select({
      delivery: deliveries,
      state: memories.state,
      backupEmail: memories.backupEmail,
      senderName: profiles.fullName,
      erasedAt: profiles.erasedAt,
    })
    .from(deliveries)
    .innerJoin(memories, eq(memories.id, deliveries.vaultId))
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .where(eq(deliveries.id, id));
  if (!row?.backupEmail || !isOpen(row) || !isFailed(row.delivery.state)) return undefined;
  if (!isSameSecret(link, backupLink(row.delivery, row.backupEmail))) return undefined;
  const { vaultId, recipientName, recipientEmail, senderId } = row.delivery;
  if (await isSenderBlocked({ senderId, recipientEmail })) return undefined;
  const proposals = await db.select().from(proposedAddresses).where(eq(proposedAddresses.deliveryId, id));
  const { senderName, erasedAt, backupEmail } = row;
  return {
    deliveryId: id,
    vaultId,
    recipientName,
    senderName,
    isSenderGone: erasedAt !== null,
    backupEmail,
    proposal: earlierProposal(proposals, null),
  };
}

/** Notifies the sender, who has 72 hours to stop it. Refuses the backup contact's own email. */
export async function answerBackupRequest(
  { deliveryId, vaultId, backupEmail }: Pick<BackupRequest, "deliveryId" | "vaultId" | "backupEmail">,
  email: string,
  now = clock.now(),
): Promise<{ ok: true } | { ok: false; reason: ProposalRefusal | "own" }> {
  if (email === backupEmail) return { ok: false, reason: "own" };
  const reason = await inTransaction(async (tx) => {
    const locked = await lockDelivery(tx, { deliveryId, vaultId });
    return locked ? proposeAddress(tx, locked, { email }, now) : "not_needed";
  });
  return reason ? { ok: false, reason } : { ok: true };
}
