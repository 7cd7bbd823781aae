import { addHours } from "date-fns";
import { and, eq } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import { writeMessage } from "~/domain/outbox/message.server";
import { isBlocked } from "~/domain/recipients/block-sender.server";
import type { LockedDelivery } from "~/domain/vault/delivery-rows.server";
import { isFailed } from "~/domain/vault/events";
import { recordEvent } from "~/domain/vault/history.server";
import { senderOf } from "~/domain/vault/sender.server";
import { isOpen } from "~/domain/vault/vault";
import { displayTitleOf } from "~/domain/vault/vault-content.server";
import type { Transaction } from "~/services/db.server";
import { deriveId } from "~/services/id.server";
import { deliveries, proposedAddresses } from "~db/schema";
import { proposalUrl } from "./proposed-address-link.server";

/** From the mail to the sender until something is sent to the new address. */
export const PROPOSAL_HOURS = 72;

/** `contact` is the legacy contact; undefined for the backup contact. */
export type Proposal = { email: string; contact?: { id: string; name: string } };
export type ProposalRefusal = "not_needed" | "taken" | "unwanted";

/** Why this person cannot propose an address for a delivery. `contactId` is null for the backup contact. */
export function earlierProposal(
  ofDelivery: Pick<typeof proposedAddresses.$inferSelect, "state" | "contactId">[],
  contactId: string | null,
): "waiting" | "stopped" | null {
  if (ofDelivery.some(({ state }) => state === "waiting")) return "waiting";
  return ofDelivery.some((one) => one.state === "stopped" && one.contactId === contactId) ? "stopped" : null;
}

/**
 * Notifies the sender of another address, with a link that stops it. Nothing is sent to that address for 72 hours. The
 * caller has locked both rows. Only one proposal waits at a time, and a person whose proposal was stopped cannot make
 * another. Returns why it is refused.
 */
export async function proposeAddress(
  tx: Transaction,
  { vault, delivery }: LockedDelivery,
  { email, contact }: Proposal,
  now: Date,
): Promise<ProposalRefusal | undefined> {
  if (!isFailed(delivery.state) || !isOpen(vault)) return "not_needed";
  const before = await tx.select().from(proposedAddresses).where(eq(proposedAddresses.deliveryId, delivery.id));
  if (earlierProposal(before, contact?.id ?? null)) return "not_needed";
  if (await isBlocked(tx, { senderId: vault.userId, recipient: delivery.recipientEmail })) return "not_needed";
  if (await isBlocked(tx, { senderId: vault.userId, recipient: email })) return "unwanted";
  const ofAnother = and(eq(deliveries.vaultId, vault.id), eq(deliveries.recipientEmail, email));
  if (email !== delivery.recipientEmail && (await tx.$count(deliveries, ofAnother)) > 0) return "taken";

  // Derived, so that two servers of a cluster, which do not know each other's locks, do not keep two.
  const id = deriveId("proposal", delivery.id, String(before.length));
  const opensAt = addHours(now, PROPOSAL_HOURS);
  const noticeId = await notifySender(tx, { vault, delivery }, { id, email, contact, opensAt }, now);
  await tx.insert(proposedAddresses).values({
    id,
    vaultId: vault.id,
    deliveryId: delivery.id,
    email,
    contactId: contact?.id ?? null,
    contactName: contact?.name ?? "",
    state: "waiting",
    messageId: delivery.messageId,
    heldStepAt: delivery.nextStepAt,
    noticeId,
    begunAt: now,
    nextStepAt: opensAt,
  });
  const about = { vaultId: vault.id, deliveryId: delivery.id, detail: contact?.name ?? "" };
  await recordEvent(tx, { ...about, kind: "address_proposed" }, now);
}

async function notifySender(
  tx: Transaction,
  { vault, delivery }: LockedDelivery,
  { id, email, contact, opensAt }: Proposal & { id: string; opensAt: Date },
  now: Date,
): Promise<string> {
  const { fullName, email: senderEmail } = await senderOf(tx, vault);
  return writeMessage(
    tx,
    {
      kind: "proposed_address",
      uniqueKey: `proposed_address:${id}`,
      to: { name: fullName, email: senderEmail },
      props: {
        name: fullName,
        contactName: contact?.name ?? (vault.backupName || vault.backupEmail || ""),
        isLegacy: contact !== undefined,
        title: displayTitleOf(vault),
        recipientName: delivery.recipientName,
        recipientEmail: email,
        sentOn: dateIn(vault.deliveryZone, opensAt),
        url: proposalUrl(id),
      },
      vaultId: vault.id,
    },
    now,
  );
}
