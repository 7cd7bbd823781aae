import { and, asc, eq, gt } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { ownerOfReceived, ownerOfSent } from "~/domain/account/list-owner.server";
import { addressActionsOf } from "~/domain/address-health/addresses.server";
import { endCodes } from "~/domain/codes/one-time-code.server";
import { endLegacyRequestsFor } from "~/domain/legacy/legacy-requests.server";
import { isBlocked } from "~/domain/recipients/block-sender.server";
import { forgetMoved } from "~/domain/recipients/moved-deliveries.server";
import { revokeSharesOf } from "~/domain/share/shares.server";
import { type DeliveryRow, lockDelivery, type VaultRow } from "~/domain/vault/delivery-rows.server";
import { endProposals } from "~/domain/vault/end-proposals.server";
import { isCorrectable } from "~/domain/vault/ladder";
import { forgetVault, headingOf, indexNewVaults, indexVault } from "~/domain/vault/search-terms.server";
import { senderOf } from "~/domain/vault/sender.server";
import { checkNewAddress, checkSoon, transitionDelivery } from "~/domain/vault/transition.server";
import type { DeliveryTransition } from "~/domain/vault/transitions";
import { isDeliverable, isOpen } from "~/domain/vault/vault";
import { decryptContent } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, isDuplicate, type Transaction } from "~/services/db.server";
import { pressedTwiceSince } from "~/services/repeats.server";
import { deliveries, deliveryEvents, memories, proposedAddresses, readingSessions } from "~db/schema";
import { type BoardAddress, listBoardAddresses, recordAddressChange } from "./board-addresses.server";
import { settleVaultStatuses } from "./settle-vault-status.server";
import { writeDeliveryMail } from "./write-delivery-mails.server";

export type CorrectableAddress = { deliveryId: string; recipientName: string; recipientEmail: string };

export type Reach = {
  /** Undefined for boards, which have a list, and for future-self vaults, which go to the account. */
  email?: string;
  /** Undefined for boards. */
  secondEmail?: string;
  backupName: string;
  backupEmail: string;
};

export type Addresses =
  | { when: "before"; recipientName: string; isSealed: boolean; reach: Reach; listed: BoardAddress[] }
  | { when: "after"; failed: CorrectableAddress[] };

export type ReaddressResult =
  | { ok: true }
  | { ok: false; reason: "not_found" | "not_needed" | "no_address" | "no_recipients" | "empty" | "taken" | "unwanted" }
  /** Another window has saved `stored` since the form was opened. */
  | { ok: false; reason: "changed_elsewhere"; field: "email" | "secondEmail" | "backupEmail"; stored: Reach };

/** Undefined when the user has no such vault. */
export async function listVaultAddresses(user: User, vaultId: string): Promise<Addresses | undefined> {
  const [vault] = await db.select().from(memories).where(own(user, vaultId));
  if (!vault) return undefined;
  if (vault.state === "cancelled") return { when: "after", failed: [] };
  if (isDeliverable(vault)) {
    if (!(await addressActionsOf(user, vault)).mayChange) return { when: "after", failed: [] };
    const recipientName = vault.recipient ?? "";
    const listed = await listBoardAddresses(db, vaultId);
    return { when: "before", recipientName, isSealed: vault.state === "sealed", reach: reachOf(vault), listed };
  }
  const rows = await db
    .select()
    .from(deliveries)
    .where(eq(deliveries.vaultId, vaultId))
    .orderBy(asc(deliveries.recipientName), asc(deliveries.id));
  const failed = rows
    .filter(isCorrectable)
    .map(({ id, recipientName, recipientEmail }) => ({ deliveryId: id, recipientName, recipientEmail }));
  return { when: "after", failed };
}

const own = (user: User, vaultId: string) => and(eq(memories.id, vaultId), eq(memories.userId, user.id));

function reachOf({ isMemoryBoard, isFutureSelf, ...vault }: VaultRow): Reach {
  return {
    ...(!isMemoryBoard && !isFutureSelf && { email: vault.recipientEmail ?? "" }),
    ...(!isMemoryBoard && { secondEmail: vault.secondEmail ?? "" }),
    backupName: vault.backupName ?? "",
    backupEmail: vault.backupEmail ?? "",
  };
}

/** Restarts a failed delivery, even with the same email. Ends the old one's links and codes, and revokes its shares. */
export async function readdress(
  user: User,
  vaultId: string,
  { deliveryId, email }: { deliveryId: string; email: string },
  now = clock.now(),
): Promise<ReaddressResult> {
  const [vault] = await db.select({ id: memories.id }).from(memories).where(own(user, vaultId));
  if (!vault) return { ok: false, reason: "not_found" };
  try {
    const reason = await inTransaction(async (tx) => {
      const locked = await lockDelivery(tx, { vaultId, deliveryId });
      if (!locked) return "not_found";
      if (isOnItsWay(locked.delivery, email)) return undefined;
      return redeliver(tx, locked, { move: "readdressed", email }, now);
    });
    return reason ? { ok: false, reason } : { ok: true };
  } catch (error) {
    if (isDuplicate(error, "deliveries_recipient")) return { ok: false, reason: "taken" };
    throw error;
  }
}

/** Such as after the first of two presses of the button. */
const isOnItsWay = ({ state, recipientEmail }: DeliveryRow, email: string) =>
  recipientEmail === email && (state === "queued" || state === "sent");

/** Undefined when done. The caller has locked both rows. `by` is the name of the legacy contact who gave the email. */
export async function redeliver(
  tx: Transaction,
  { vault, delivery }: { vault: VaultRow; delivery: DeliveryRow },
  { move, email, by = "" }: { move: DeliveryTransition; email: string; by?: string },
  now: Date,
): Promise<"not_needed" | "unwanted" | undefined> {
  if (!isOpen(vault)) return "not_needed";
  if (await isBlocked(tx, { senderId: vault.userId, recipient: email })) return "unwanted";
  const unindexed = { isIndexed: false, isFirstIndexed: false };
  const unanswered = { declinedAt: null, remindAt: null, remindTo: null };
  const readdressed = { recipientEmail: email, firstEmail: null, smsTo: null, ...unindexed, ...unanswered, detail: by };
  if (!isCorrectable(delivery) || !(await transitionDelivery(tx, delivery, move, now, readdressed)))
    return "not_needed";
  await endLegacyRequestsFor(tx, vault.id);
  await endProposals(tx, eq(proposedAddresses.deliveryId, delivery.id));
  for (const address of [delivery.recipientEmail, delivery.firstEmail]) {
    if (address) await forgetVault(tx, vault.id, ownerOfReceived(address));
  }
  await forgetMoved(tx, vault.id, [delivery.id]);
  await endCodes(tx, { deliveryId: delivery.id }, now);
  await tx.delete(readingSessions).where(eq(readingSessions.deliveryId, delivery.id));
  await revokeSharesOf(tx, delivery.id, now);
  const sender = await senderOf(tx, vault);
  if (!sender.erasedAt) {
    const sent = { vaultId: vault.id, owner: ownerOfSent(sender.id), deliveryAt: vault.deliveryAt ?? now };
    await indexNewVaults(tx, [{ ...sent, heading: email, message: "" }]);
  }
  const messageId = await writeDeliveryMail(tx, vault, sender, { ...delivery, recipientEmail: email }, now);
  await tx.update(deliveries).set({ messageId }).where(eq(deliveries.id, delivery.id));
  const isOnly = !vault.isMemoryBoard;
  if (isOnly) await tx.update(memories).set({ recipientEmail: email }).where(eq(memories.id, vault.id));
  await settleVaultStatuses(tx, [vault], now, { isRestarted: true });
}

type GivenReach = { [Field in keyof Reach]?: string | undefined };

/**
 * Possible before the vault's day, also when sealed (product decision 5). Keeps what the form did not change since it
 * was opened: another window may have.
 */
export async function changeReach(
  user: User,
  vaultId: string,
  { openedWith, ...given }: GivenReach & { openedWith?: GivenReach | undefined },
  now = clock.now(),
): Promise<ReaddressResult> {
  return inTransaction(async (tx): Promise<ReaddressResult> => {
    const [vault] = await tx.select().from(memories).where(own(user, vaultId)).for("update");
    if (!vault) return { ok: false, reason: "not_found" };
    if (!isDeliverable(vault)) return { ok: false, reason: "not_needed" };
    const before = reachOf(vault);
    const sent = { ...before, backupName: given.backupName ?? "", backupEmail: given.backupEmail ?? "" };
    if (before.email !== undefined) {
      if (!given.email) return { ok: false, reason: "no_address" };
      sent.email = given.email;
    }
    if (before.secondEmail !== undefined) sent.secondEmail = given.secondEmail ?? "";
    const { reach, conflict } = openedWith ? changedIn(sent, openedWith, before) : { reach: sent };
    if (conflict) return { ok: false, reason: "changed_elsewhere", field: conflict, stored: before };
    if (isSame(reach, before) && (await wasJustChanged(tx, vaultId, now))) return { ok: true };
    if (!(await addressActionsOf(user, vault, tx)).mayChange) return { ok: false, reason: "no_recipients" };
    if (Object.values(reach).every((value) => !value) && isSame(reach, before)) return { ok: false, reason: "empty" };
    if (isSame(reach, before)) return { ok: true };
    const { email, secondEmail, backupName, backupEmail } = reach;
    await tx
      .update(memories)
      .set({
        ...(email !== undefined && { recipientEmail: email }),
        ...(email === before.email ? checkSoon(now) : checkNewAddress(now)),
        secondEmail: secondEmail || null,
        backupName: backupName || null,
        backupEmail: backupEmail || null,
        updatedAt: now,
      })
      .where(eq(memories.id, vault.id));
    if (email !== undefined && email !== before.email) await reindex(tx, user, vault, email, now);
    await recordAddressChange(tx, vault, now);
    return { ok: true };
  });
}

/** A backup contact's name and email belong together. */
const REACH_FIELDS = {
  email: ["email"],
  secondEmail: ["secondEmail"],
  backupEmail: ["backupName", "backupEmail"],
} as const;

/** What is stored, with what the form changed; `conflict` was changed to something else by both. */
function changedIn(sent: Reach, opened: GivenReach, stored: Reach) {
  const reach = { ...stored };
  const names = Object.keys(REACH_FIELDS) as (keyof typeof REACH_FIELDS)[];
  const conflict = names.find((name) => {
    const fields = REACH_FIELDS[name];
    const differ = (one: GivenReach, other: GivenReach) =>
      fields.some((field) => (one[field] ?? "") !== (other[field] ?? ""));
    if (!differ(sent, opened) || !differ(sent, stored)) return false;
    for (const field of fields) reach[field] = sent[field] ?? "";
    return differ(stored, opened);
  });
  return { reach, conflict };
}

/** Such as by the first of two presses of the button, which may have removed the last address. */
async function wasJustChanged(tx: Transaction, vaultId: string, now: Date): Promise<boolean> {
  const { kind, at } = deliveryEvents;
  const isChange = and(eq(kind, "address_changed"), gt(at, pressedTwiceSince(now)));
  return (await tx.$count(deliveryEvents, and(eq(deliveryEvents.vaultId, vaultId), isChange))) > 0;
}

const isSame = (one: Reach, other: Reach) => JSON.stringify(one) === JSON.stringify(other);

async function reindex(tx: Transaction, user: User, vault: VaultRow, email: string, now: Date): Promise<void> {
  const { title, message } = decryptContent(vault);
  await indexVault(tx, {
    vaultId: vault.id,
    owner: ownerOfSent(user.id),
    deliveryAt: vault.deliveryAt ?? now,
    heading: headingOf(title, [{ name: vault.recipient ?? "", email }]),
    message: vault.state === "sealed" ? "" : message,
  });
}
