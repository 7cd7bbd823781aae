import { and, eq, inArray } from "drizzle-orm";
import { email as emailSchema } from "~/domain/account/account-schema";
import { pauseWaitingVaults } from "~/domain/account/erasure-request.server";
import { OPEN_STATES, type VaultState } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { erasures, memories, profiles } from "~db/schema";
import { eraseAccounts, remindOrBeginErasure } from "./erase-accounts.server";

/** `waiting`: deleted with the account. `sent`: on their way, delivered, or held for their recipients. */
type AccountToClose = { id: string; name: string; waiting: number; sent: number };

/** An account that breaks the rules, with its numbers of vaults. Undefined if none has this email. */
export async function findAccountToClose(typed: string): Promise<AccountToClose | undefined> {
  const { data: email } = emailSchema.safeParse(typed);
  if (!email) return undefined;
  const [account] = await db
    .select({ id: profiles.id, name: profiles.fullName })
    .from(profiles)
    .where(eq(profiles.email, email));
  if (!account) return undefined;
  const count = (...states: VaultState[]) =>
    db.$count(memories, and(eq(memories.userId, account.id), inArray(memories.state, states)));
  return {
    ...account,
    waiting: await count("scheduled", "sealed"),
    sent: await count(...OPEN_STATES),
  };
}

/**
 * Erases the account at once: the same as 30 days after its owner has asked for it and chosen to cancel what waits.
 * From then on it sends nothing, and logging in does not stop it. What others have received stays with them.
 */
export async function closeAccount(userId: string, now = clock.now()): Promise<void> {
  const atOnce = {
    waitingVaults: "cancel" as const,
    requestedAt: now,
    eraseAt: now,
    nextStepAt: now,
  };
  await inTransaction(async (tx) => {
    // The profile is locked first, as when signing in.
    const [profile] = await tx.select().from(profiles).where(eq(profiles.id, userId)).for("update");
    if (!profile) return;
    await tx
      .insert(erasures)
      .values({ userId, ...atOnce })
      .onDuplicateKeyUpdate({ set: atOnce });
    await pauseWaitingVaults(tx, userId, now);
    await remindOrBeginErasure(tx, userId, now);
  });
  while ((await eraseAccounts(now)).isFull);
}
