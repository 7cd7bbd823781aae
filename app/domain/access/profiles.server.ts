import { and, eq, inArray, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/mysql-core";
import type { User } from "~/domain/account/account";
import { isBlocked } from "~/domain/recipients/block-sender.server";
import { db, inTransaction } from "~/services/db.server";
import { deliveries, legacyContacts, movedDeliveries, profiles } from "~db/schema";

export type ProfileView = {
  name: string;
  memberSince: Date;
  isOwn: boolean;
  /** Undefined unless the person shows it. */
  activity: { kept: number; delivered: number } | undefined;
};

type Profile = typeof profiles.$inferSelect;

/**
 * What `viewer` may see of a person; visitors have no account. People see their own profile as others do. Undefined for
 * all others, as for a person who doesn't exist. An unverified account has no profile: its name could be anyone's.
 */
export async function viewProfile(viewer: User | undefined, id: string): Promise<ProfileView | undefined> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, id));
  if (!profile?.emailVerifiedAt || !(await isVisible(viewer, profile))) return undefined;
  const { vaultsUsed, vaultsDelivered } = profile;
  return {
    name: profile.fullName,
    memberSince: profile.createdAt,
    isOwn: viewer?.id === id,
    activity: profile.showActivity ? { kept: vaultsUsed - vaultsDelivered, delivered: vaultsDelivered } : undefined,
  };
}

async function isVisible(viewer: User | undefined, profile: Profile): Promise<boolean> {
  if (profile.profileVisibility === "private") return false;
  if (viewer?.id === profile.id) return true;
  if (viewer && (await hasBlocked(profile, viewer))) return false;
  return profile.profileVisibility === "public" || (viewer !== undefined && (await areConnected(viewer, profile)));
}

/** Exact matches only. Undefined unless the address's owner lets people find them, or if they blocked `viewer`. */
export async function findPerson(
  viewer: User,
  email: string,
): Promise<{ id: string; name: string; hasProfile: boolean } | undefined> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.email, email));
  if (!viewer.isEmailVerified || !profile?.emailVerifiedAt || !profile.allowSearchByEmail) return undefined;
  if (await hasBlocked(profile, viewer)) return undefined;
  return { id: profile.id, name: profile.fullName, hasProfile: await isVisible(viewer, profile) };
}

const hasBlocked = (person: Profile, viewer: User) =>
  inTransaction((tx) => isBlocked(tx, { senderId: viewer.id, recipient: person.email }));

/** A legacy contact, or one of the two has received a memory of the other, if at an earlier email. */
async function areConnected(viewer: User, person: Profile): Promise<boolean> {
  if (!viewer.isEmailVerified) return false;
  const isContact = and(
    eq(legacyContacts.ownerId, person.id),
    eq(legacyContacts.email, viewer.email),
    eq(legacyContacts.state, "accepted"),
  );
  const found = await unionAll(
    db.select({ one }).from(legacyContacts).where(isContact).limit(1),
    receivedFrom(person.id, viewer),
    receivedFrom(viewer.id, person),
    movedFrom(person.id, viewer),
    movedFrom(viewer.id, person),
  );
  return found.length > 0;
}

const one = sql<number>`1`.as("one");
const hasArrived = inArray(deliveries.state, ["arrived", "opened"]);

type Reader = Pick<User, "id" | "email">;

/** Each part on an index of its own: together they would read all deliveries. */
function receivedFrom(senderId: string, { email }: Reader) {
  return db
    .select({ one })
    .from(deliveries, { forceIndex: "deliveries_received_from" })
    .where(and(eq(deliveries.recipientEmail, email), eq(deliveries.senderId, senderId), hasArrived))
    .limit(1);
}

/** What went to an earlier email of the reader. */
function movedFrom(senderId: string, { id }: Reader) {
  return db
    .select({ one })
    .from(movedDeliveries)
    .innerJoin(deliveries, eq(deliveries.id, movedDeliveries.deliveryId))
    .where(and(eq(movedDeliveries.userId, id), eq(deliveries.senderId, senderId), hasArrived))
    .limit(1);
}
