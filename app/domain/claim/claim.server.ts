import { and, eq } from "drizzle-orm";
import { recordOpening } from "~/domain/access/opening.server";
import type { CalendarDate } from "~/domain/calendar/delivery-date";
import { UntrustedClock } from "~/domain/clock/clock-check.server";
import { createReadingSession } from "~/domain/codes/one-time-code.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { cardLink } from "~/domain/recipients/opening-link.server";
import { recordEvent } from "~/domain/vault/history.server";
import { isDeliverable, isOpen } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { databaseNow, db, inTransaction, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { claimCards, deliveries, memories } from "~db/schema";
import { claimCodeHash } from "./card.server";

type VaultRow = typeof memories.$inferSelect;
type ClaimedDelivery = { id: string; vaultId: string; recipientEmail: string };

/** For a vault with several recipients. The holder has no email. */
const HOLDER = { recipientName: "the holder of the claim card", recipientEmail: "" };

export type ClaimResult =
  /** `link` is the path segment after `/open/`; `token` is the new reading session's. */
  | { ok: true; link: string; token: string }
  | { ok: false; reason: "waiting"; date: CalendarDate; zone: string; at: Date }
  /** Deliberately the same for unknown cards, and for cards that do not open a vault yet or no longer do. */
  | { ok: false; reason: "nothing" }
  /** It seems due, but the clocks disagree. */
  | { ok: false; reason: "halted" };

/**
 * Opens a due vault for one reading session. Records an opening and settles a held vault as delivered. Before its day
 * returns `nothing`, unless the sender allowed the card to show the day. For `code` see `parsePrintedCode`.
 */
export async function claimVault(code: string, given?: Date): Promise<ClaimResult> {
  const now = given ?? (await databaseNow(db));
  const codeHash = claimCodeHash(code);
  const card = await findByCode(codeHash);
  if (!card) return { ok: false, reason: "nothing" };
  if (isToCome(card.vault, now)) return refusalBeforeDay(card);
  // Due, but not found by a worker yet.
  if (isDeliverable(card.vault) && !(await deliverUnlessHalted(card.vault.id, given)))
    return { ok: false, reason: "halted" };
  return open(card.vault.id, codeHash, now);
}

/** False while deliveries are halted. */
async function deliverUnlessHalted(vaultId: string, given: Date | undefined): Promise<boolean> {
  try {
    await deliverVault(vaultId, given);
    return true;
  } catch (error) {
    if (error instanceof UntrustedClock) return false;
    throw error;
  }
}

/** Undefined unless the sender allowed the card to show the day. Opens nothing. */
export async function findClaimDay(
  code: string,
  now = clock.now(),
): Promise<Extract<ClaimResult, { reason: "waiting" }> | undefined> {
  const card = await findByCode(claimCodeHash(code));
  const refusal = card && isToCome(card.vault, now) ? refusalBeforeDay(card) : undefined;
  return refusal && "date" in refusal ? refusal : undefined;
}

async function findByCode(codeHash: string) {
  const [card] = await db
    .select({ vault: memories, printedDay: claimCards.printedDay })
    .from(claimCards)
    .innerJoin(memories, eq(memories.id, claimCards.vaultId))
    .where(eq(claimCards.codeHash, codeHash));
  return card;
}

function isToCome(vault: VaultRow, now: Date): boolean {
  return isDeliverable(vault) && vault.deliveryAt !== null && vault.deliveryAt > now;
}

function refusalBeforeDay({ vault, printedDay }: { vault: VaultRow; printedDay: string | null }): ClaimResult {
  const { deliveryDate, deliveryZone, deliveryAt } = vault;
  if (printedDay === null || !deliveryDate || !deliveryAt) return { ok: false, reason: "nothing" };
  return { ok: false, reason: "waiting", date: deliveryDate, zone: deliveryZone, at: deliveryAt };
}

async function open(vaultId: string, codeHash: string, now: Date): Promise<ClaimResult> {
  return inTransaction(async (tx): Promise<ClaimResult> => {
    const [vault] = await tx.select().from(memories).where(eq(memories.id, vaultId)).for("update");
    const isCardOfVault = and(eq(claimCards.vaultId, vaultId), eq(claimCards.codeHash, codeHash));
    if (!vault || !isClaimable(vault, now) || (await tx.$count(claimCards, isCardOfVault)) === 0) {
      return { ok: false, reason: "nothing" };
    }
    const delivery = await deliveryToHolder(tx, vault, now);
    await recordEvent(tx, { vaultId, deliveryId: delivery.id, kind: "card_used" }, now);
    const token = await createReadingSession(tx, { deliveryId: delivery.id }, now, { isByCard: true });
    await recordOpening(tx, delivery, now, { isClaimed: true });
    return { ok: true, link: cardLink(delivery.id), token };
  });
}

/** As long as the vault is kept, since the card is deleted with it. */
function isClaimable(vault: VaultRow, now: Date): boolean {
  return isOpen(vault) && vault.deliveryAt !== null && vault.deliveryAt <= now;
}

/** The only recipient's delivery, or the card's own where there are several. */
async function deliveryToHolder(tx: Transaction, vault: VaultRow, now: Date): Promise<ClaimedDelivery> {
  const rows = await tx.select().from(deliveries).where(eq(deliveries.vaultId, vault.id));
  const [only, ...others] = rows;
  if (!vault.isMemoryBoard && only && others.length === 0) return only;
  const known = rows.find(({ recipientEmail }) => recipientEmail === HOLDER.recipientEmail);
  if (known) return known;
  const delivery = { ...HOLDER, id: createId(), vaultId: vault.id };
  await tx.insert(deliveries).values({
    ...delivery,
    senderId: vault.userId,
    type: vault.type,
    deliveryAt: vault.deliveryAt ?? now,
    state: "queued",
    createdAt: now,
    updatedAt: now,
  });
  return delivery;
}
