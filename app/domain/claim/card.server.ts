import { randomBytes } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { type CalendarDate, dateIn } from "~/domain/calendar/delivery-date";
import { createPrintedCode } from "~/domain/codes/printed-code";
import { recordEvent } from "~/domain/vault/history.server";
import type { VaultState } from "~/domain/vault/vault";
import { displayTitleOf } from "~/domain/vault/vault-content.server";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { isSameSecret } from "~/services/secret-token.server";
import { claimCards, deliveries, memories, readingSessions } from "~db/schema";
import { canHaveCard } from "./card-states";

/** `madeOn` is a date in the vault's zone; `printedDay` is on the card: the vault's day when it was made, or none. */
export type ClaimCard = { printedDay: CalendarDate | null; madeOn: CalendarDate };

export type CardOfVault = {
  state: VaultState;
  title: string;
  deliveryDate: CalendarDate | null;
  card: ClaimCard | undefined;
};

/** Undefined for vaults that are not the user's. */
export async function findCard(user: User, vaultId: string): Promise<CardOfVault | undefined> {
  const [row] = await db
    .select({ vault: memories, printedDay: claimCards.printedDay, createdAt: claimCards.createdAt })
    .from(memories)
    .leftJoin(claimCards, eq(claimCards.vaultId, memories.id))
    .where(own(user, vaultId));
  if (!row) return undefined;
  const { vault, printedDay, createdAt } = row;
  return {
    state: vault.state,
    title: displayTitleOf(vault),
    deliveryDate: vault.deliveryDate,
    card: createdAt ? { printedDay, madeOn: dateIn(vault.deliveryZone, createdAt) } : undefined,
  };
}

/**
 * Returns the card's code, of which only a keyed digest is stored. A previous card stops working, as does all access by
 * it. Undefined for vaults that are not the user's or can have no card.
 */
export async function makeCard(
  user: User,
  vaultId: string,
  { showsDay }: { showsDay: boolean },
  now = clock.now(),
): Promise<string | undefined> {
  return inTransaction(async (tx) => {
    const { state, deliveryDate } = memories;
    const [vault] = await tx.select({ state, deliveryDate }).from(memories).where(own(user, vaultId)).for("update");
    if (!vault || !canHaveCard(vault.state)) return undefined;
    const code = createPrintedCode(randomBytes(18));
    const before = await tx.$count(claimCards, eq(claimCards.vaultId, vaultId));
    const printedDay = showsDay ? vault.deliveryDate : null;
    const card = { codeHash: claimCodeHash(code), printedDay, createdAt: now };
    await tx
      .insert(claimCards)
      .values({ vaultId, ...card })
      .onDuplicateKeyUpdate({ set: card });
    await endCardReadings(tx, vaultId);
    await recordEvent(tx, { vaultId, kind: before > 0 ? "card_renewed" : "card_made" }, now);
    return code;
  });
}

async function endCardReadings(tx: Transaction, vaultId: string): Promise<void> {
  const delivered = await tx.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.vaultId, vaultId));
  // With a subquery MariaDB would read, and lock, the sessions of all readers.
  const ids = delivered.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx
    .delete(readingSessions)
    .where(and(eq(readingSessions.isByCard, true), inArray(readingSessions.deliveryId, ids)));
}

export async function isCardCode(vaultId: string, code: string): Promise<boolean> {
  const [card] = await db.select().from(claimCards).where(eq(claimCards.vaultId, vaultId));
  return card !== undefined && isSameSecret(card.codeHash, claimCodeHash(code));
}

/** A copy of the table without the key reveals no code. */
export function claimCodeHash(code: string): string {
  return keyedDigest("claim-code", code);
}

const own = (user: User, vaultId: string) => and(eq(memories.id, vaultId), eq(memories.userId, user.id));
