import { and, eq, exists, inArray, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { isUpgrade, PLANS } from "~/domain/account/plans";
import { CANCELLABLE_STATES } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { legacyContacts, memories, profiles } from "~db/schema";

export type Slots = {
  used: number;
  limit: number;
  /** How a slot can become free; empty while one is. */
  advice: string;
  canUpgrade: boolean;
};

/** Queries only once every slot is taken. */
export async function slotsOf(user: User): Promise<Slots> {
  return slotsWith(user, isFull(user) && (await canCancel(user)));
}

/** Whether one of the user's vaults can be cancelled, which frees its slot. */
export async function canCancel(user: Pick<User, "id">): Promise<boolean> {
  return (await cancellable(user).limit(1)).length > 0;
}

/** For the dashboard, in one query. */
export async function loadPrompts(user: User): Promise<{ hasLegacyContact: boolean; slots: Slots }> {
  const isContact = and(eq(legacyContacts.ownerId, user.id), inArray(legacyContacts.state, ["invited", "accepted"]));
  const contact = db.select({ id: legacyContacts.id }).from(legacyContacts).where(isContact);
  const [found] = await db
    .select({
      hasLegacyContact: sql`${exists(contact)}`.mapWith(Boolean),
      canCancel: (isFull(user) ? sql`${exists(cancellable(user))}` : sql`false`).mapWith(Boolean),
    })
    .from(profiles)
    .where(eq(profiles.id, user.id));
  return { hasLegacyContact: found?.hasLegacyContact ?? false, slots: slotsWith(user, found?.canCancel ?? false) };
}

const isFull = ({ vaultsUsed, vaultLimit }: User) => vaultsUsed >= vaultLimit;

const cancellable = ({ id }: Pick<User, "id">) =>
  db
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.userId, id), inArray(memories.state, [...CANCELLABLE_STATES])))
    .$dynamic();

function slotsWith(user: User, hasWaiting: boolean): Slots {
  const { vaultsUsed: used, vaultLimit: limit } = user;
  const canUpgrade = PLANS.some((plan) => isUpgrade(plan, limit));
  return { used, limit, advice: isFull(user) ? adviceFor(canUpgrade, hasWaiting) : "", canUpgrade };
}

function adviceFor(hasLarger: boolean, hasWaiting: boolean): string {
  if (hasWaiting)
    return `Cancelling one that’s still waiting frees its place${hasLarger ? ", and a larger plan gives you more" : ""}.`;
  return hasLarger
    ? "What’s on its way or delivered keeps its place, so only a larger plan makes room."
    : "It’s the largest plan, and none of your vaults can be cancelled any more.";
}
