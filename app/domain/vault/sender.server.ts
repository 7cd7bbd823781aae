import { inArray } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { profiles } from "~db/schema";

type OwnedVault = { id: string; userId: string };
/** What a message about a vault needs to know of its sender. */
export type VaultSender = Pick<typeof profiles.$inferSelect, "fullName" | "email">;

/**
 * Whether what goes to `contact` goes to the vault's sender. A phone number is theirs only for a message to the future
 * self: it may be anyone's that they gave for their own letter.
 * @param contact an email or phone number
 */
export function isToSender(
  { isFutureSelf }: { isFutureSelf: boolean },
  sender: { email: string },
  contact: string,
): boolean {
  return isFutureSelf || contact === sender.email;
}

export async function senderOf(tx: Transaction, vault: OwnedVault): Promise<typeof profiles.$inferSelect> {
  return (await sendersOf(tx, [vault]))(vault);
}

export async function sendersOf(
  tx: Transaction,
  vaults: OwnedVault[],
): Promise<(vault: OwnedVault) => typeof profiles.$inferSelect> {
  const userIds = [...new Set(vaults.map(({ userId }) => userId))];
  const rows = userIds.length === 0 ? [] : await tx.select().from(profiles).where(inArray(profiles.id, userIds));
  const byId = new Map(rows.map((profile) => [profile.id, profile]));
  return ({ id, userId }) => {
    const sender = byId.get(userId);
    if (!sender) throw new Error(`Vault ${id} has no owner.`);
    return sender;
  };
}
