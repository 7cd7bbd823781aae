import { and, eq, inArray, isNull, ne, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { ownerOfReceived } from "~/domain/account/list-owner.server";
import { forgetVault } from "~/domain/vault/search-terms.server";
import { db, type Transaction } from "~/services/db.server";
import { deliveries, movedDeliveries, profiles } from "~db/schema";

type Ids = string[] | string | null;

/** A column of the accounts that a delivery moved with, for `idsIn`. */
export const movedTo = sql<Ids>`${db
  .select({ ids: sql`json_arrayagg(${movedDeliveries.userId})` })
  .from(movedDeliveries)
  .where(eq(movedDeliveries.deliveryId, deliveries.id))}`;

/** MariaDB returns JSON as text. */
export const idsIn = (list: Ids): string[] => (typeof list === "string" ? JSON.parse(list) : (list ?? []));

/** Whether a delivery moved with the account. */
export const hasMoved = (userId: string | Placeholder) =>
  inArray(
    deliveries.id,
    db.select({ id: movedDeliveries.deliveryId }).from(movedDeliveries).where(eq(movedDeliveries.userId, userId)),
  );

/** Those of the account that its email does not find. */
export function movedWith({ id, email }: { id: string | Placeholder; email: string | Placeholder }): SQL | undefined {
  const isElsewhere = or(isNull(deliveries.firstEmail), ne(deliveries.firstEmail, email));
  return and(eq(movedDeliveries.userId, id), ne(deliveries.recipientEmail, email), isElsewhere);
}

/** Takes deliveries of a vault out of the lists of the accounts that they moved with. */
export async function forgetMoved(tx: Transaction, vaultId: string, deliveryIds: string[]): Promise<void> {
  const forgotten = inArray(movedDeliveries.deliveryId, deliveryIds);
  const rows = await tx
    .select({ email: profiles.email })
    .from(movedDeliveries)
    .innerJoin(profiles, eq(profiles.id, movedDeliveries.userId))
    .where(forgotten);
  if (rows.length === 0) return;
  for (const { email } of rows) await forgetVault(tx, vaultId, ownerOfReceived(email));
  await tx.delete(movedDeliveries).where(forgotten);
}
