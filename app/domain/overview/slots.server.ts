import { and, eq, inArray, lt, type Placeholder } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { beyondPlan, isUpgrade, PLANS } from "~/domain/account/plans";
import { CANCELLABLE_STATES } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { memories, profiles } from "~db/schema";

export type Slots = {
  used: number;
  limit: number;
  /** How a slot can become free; empty while one is free. */
  advice: string;
  canUpgrade: boolean;
};

/** Queries only once every slot is taken. */
export async function slotsOf(user: User): Promise<Slots> {
  return slotsWith(user, isFull(user) && (await canCancel(user)));
}

/** Whether one of the user's vaults can be cancelled, which frees its slot. */
export async function canCancel(user: Pick<User, "id">): Promise<boolean> {
  const found = await db.select({ id: memories.id }).from(memories).where(isCancellable(user.id)).limit(1);
  return found.length > 0;
}

/** As it is now, not as `user` was read. */
export async function hasFreeSlot({ id }: Pick<User, "id">): Promise<boolean> {
  const free = and(eq(profiles.id, id), lt(profiles.vaultsUsed, profiles.vaultLimit));
  return (await db.select({ id: profiles.id }).from(profiles).where(free)).length > 0;
}

export const isFull = ({ vaultsUsed, vaultLimit }: User) => vaultsUsed >= vaultLimit;

export const isCancellable = (userId: string | Placeholder) =>
  and(eq(memories.userId, userId), inArray(memories.state, [...CANCELLABLE_STATES]));

export function slotsWith(user: User, hasWaiting: boolean): Slots {
  const { vaultsUsed: used, vaultLimit: limit } = user;
  const canUpgrade = PLANS.some((plan) => isUpgrade(plan, limit));
  return { used, limit, advice: isFull(user) ? adviceFor(user, canUpgrade, hasWaiting) : "", canUpgrade };
}

function adviceFor({ vaultsUsed, vaultLimit }: User, hasLarger: boolean, hasWaiting: boolean): string {
  if (vaultsUsed > vaultLimit) return beyondPlan(vaultsUsed, vaultLimit, hasWaiting);
  if (hasWaiting)
    return `Cancelling one that’s still waiting frees its place${hasLarger ? ", and a larger plan gives you more" : ""}.`;
  return hasLarger
    ? "What’s on its way or delivered keeps its place, so only a larger plan makes room."
    : "You have the largest plan, and none of your vaults can be cancelled now.";
}
