import { asc, inArray } from "drizzle-orm";
import { type Transaction, touchRows } from "~/services/db.server";
import { deliveries, memories } from "~db/schema";

export type VaultRow = typeof memories.$inferSelect;
export type DeliveryRow = typeof deliveries.$inferSelect;

/** Locks the vault, then its delivery, so that the deliveries of a board are settled in turn. */
export async function lockDelivery(tx: Transaction, wanted: WantedDelivery): Promise<LockedDelivery | undefined> {
  return (await lockDeliveries(tx, [wanted])).get(wanted.deliveryId);
}

type WantedDelivery = { vaultId: string; deliveryId: string };
export type LockedDelivery = { vault: VaultRow; delivery: DeliveryRow };

/** Locks all vaults first, in the order of their ids. Keyed by the deliveries' ids. */
export async function lockDeliveries(tx: Transaction, wanted: WantedDelivery[]): Promise<Map<string, LockedDelivery>> {
  const vaultIds = [...new Set(wanted.map(({ vaultId }) => vaultId))];
  const deliveryIds = wanted.map(({ deliveryId }) => deliveryId);
  const vaults = await tx
    .select()
    .from(memories)
    .where(inArray(memories.id, vaultIds))
    .orderBy(asc(memories.id))
    .for("update");
  const rows = await tx.select().from(deliveries).where(inArray(deliveries.id, deliveryIds)).for("update");
  const vaultOf = new Map(vaults.map((vault) => [vault.id, vault]));
  const locked = rows.flatMap((delivery) => {
    const vault = vaultOf.get(delivery.vaultId);
    return vault ? [[delivery.id, { vault, delivery }] as const] : [];
  });
  return new Map(locked);
}

/** Locks vaults on all servers of a cluster. */
export async function touchVaults(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await touchRows(tx, memories, inArray(memories.id, ids));
}
