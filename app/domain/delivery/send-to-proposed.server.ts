import { addHours } from "date-fns";
import { and, asc, eq, lte } from "drizzle-orm";
import { findMessage, hasNotLeft } from "~/domain/outbox/message.server";
import { isBlocked } from "~/domain/recipients/block-sender.server";
import { lockDelivery } from "~/domain/vault/delivery-rows.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, isDuplicate, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { legacyContacts, proposedAddresses } from "~db/schema";
import { ASK_AGAIN } from "./awaited-answer.server";
import { PROPOSAL_HOURS } from "./propose-address.server";
import { redeliver } from "./readdress.server";
import { isUnchangedSince, resumeLadder } from "./resume-ladder.server";

const BATCH = 200;

type ProposalRow = typeof proposedAddresses.$inferSelect;
type Due = Pick<ProposalRow, "id" | "vaultId" | "deliveryId">;

/**
 * Sends to addresses that the sender did not stop in 72 hours. Safe after any downtime and on several machines at once.
 * `isFull` means that more may be due.
 */
export async function sendToProposedAddresses(now = clock.now()): Promise<{ isFull: boolean }> {
  const due = await db
    .select({
      id: proposedAddresses.id,
      vaultId: proposedAddresses.vaultId,
      deliveryId: proposedAddresses.deliveryId,
    })
    .from(proposedAddresses)
    .where(lte(proposedAddresses.nextStepAt, now))
    .orderBy(asc(proposedAddresses.nextStepAt))
    .limit(BATCH);
  for (const proposal of due) {
    try {
      await decide(proposal, now);
    } catch (error) {
      log.error({ err: error, deliveryId: proposal.deliveryId }, "a proposed address could not be used");
      await db
        .update(proposedAddresses)
        .set({ nextStepAt: addHours(now, ASK_AGAIN) })
        .where(and(eq(proposedAddresses.id, proposal.id), lte(proposedAddresses.nextStepAt, now)));
    }
  }
  return { isFull: due.length === BATCH };
}

async function decide(due: Due, now: Date): Promise<void> {
  try {
    await inTransaction((tx) => sendTo(tx, due, now));
  } catch (error) {
    if (!isDuplicate(error, "deliveries_recipient")) throw error;
    // Another recipient of the board got this address meanwhile.
    await inTransaction((tx) => sendTo(tx, due, now, { isTaken: true }));
  }
}

async function sendTo(tx: Transaction, due: Due, now: Date, { isTaken = false } = {}): Promise<void> {
  const locked = await lockDelivery(tx, due);
  const [proposal] = await tx.select().from(proposedAddresses).where(eq(proposedAddresses.id, due.id)).for("update");
  if (!locked || !proposal?.nextStepAt || proposal.nextStepAt > now) return;
  const set = (columns: Partial<ProposalRow>) =>
    tx.update(proposedAddresses).set(columns).where(eq(proposedAddresses.id, due.id));
  const isOpen = !isTaken && isUnchangedSince(locked.delivery, proposal) && (await mayStillHelp(tx, proposal));
  const { senderId, recipientEmail } = locked.delivery;
  const isWanted = isOpen && !(await isBlocked(tx, { senderId, recipient: recipientEmail }));
  const opensAt = await sendableAt(tx, proposal, now);
  if (isWanted && opensAt > now) {
    await set({ nextStepAt: opensAt });
    return;
  }
  const { email, contactId, contactName } = proposal;
  const move = contactId ? "readdressed_by_legacy" : "readdressed_by_backup";
  const isSent = isWanted && !(await redeliver(tx, locked, { move, email, by: contactName }, now));
  if (!isSent) {
    await resumeLadder(tx, locked.delivery, proposal, "over");
    return;
  }
  await set({ state: "sent", nextStepAt: null });
}

/** The 72 hours begin when the sender's mail has left; one that cannot be sent delays nothing. */
async function sendableAt(tx: Transaction, { noticeId, begunAt }: ProposalRow, now: Date): Promise<Date> {
  const notice = await findMessage(tx, noticeId);
  if (notice && hasNotLeft(notice)) return addHours(now, ASK_AGAIN);
  return addHours(notice?.sentAt ?? begunAt, PROPOSAL_HOURS);
}

async function mayStillHelp(tx: Transaction, { contactId }: ProposalRow): Promise<boolean> {
  if (!contactId) return true;
  const mayCorrect = and(
    eq(legacyContacts.id, contactId),
    eq(legacyContacts.state, "accepted"),
    eq(legacyContacts.updateEmail, true),
  );
  return (await tx.$count(legacyContacts, mayCorrect)) > 0;
}
