import { eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { lockAccount } from "~/domain/account/lock-account.server";
import { isErasedEmail } from "~/domain/outbox/erased-email";
import type { Transaction } from "~/services/db.server";
import { profiles } from "~db/schema";

/**
 * An import may take hours. What it adds once the erasure has begun would stay, so the erasure waits for `tx`.
 * @throws Error when the account is being erased
 */
export async function refuseErased(tx: Transaction, { id }: Pick<User, "id">): Promise<void> {
  await lockAccount(tx, id);
  const [profile] = await tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, id));
  if (!profile || isErasedEmail(profile.email)) throw new Error("The account was erased during its import.");
}
