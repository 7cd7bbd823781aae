import { eq } from "drizzle-orm";
import { type Transaction, touchRows } from "~/services/db.server";
import { profiles } from "~db/schema";

/** Locks the account until the transaction ends, on a cluster as well, so that concurrent requests take turns. */
export async function lockAccount(tx: Transaction, userId: string): Promise<void> {
  await touchRows(tx, profiles, eq(profiles.id, userId));
}

/** Null for an unverified account. Locks it: a change of the email may be under way. */
export async function lockVerifiedEmail(tx: Transaction, userId: string): Promise<string | null> {
  await lockAccount(tx, userId);
  const { email, emailVerifiedAt } = profiles;
  const [account] = await tx.select({ email, emailVerifiedAt }).from(profiles).where(eq(profiles.id, userId));
  return account?.emailVerifiedAt ? account.email : null;
}
