import { and, count, eq, inArray, isNotNull, ne, notInArray, or, sql } from "drizzle-orm";
import { DELIVERY_STATES, isArrived } from "~/domain/vault/events";
import { UNWANTED } from "~/domain/vault/ladder";
import { WAITING_STATES } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { deliveries, legacyContacts, legacyWaits, memories, profiles } from "~db/schema";

/**
 * Deletes legacy contacts of erased accounts, at most `atMost`, once no vault can need their help. Those who have
 * received a copy stay as long as the vault, so that they can read it. Returns how many.
 */
export async function forgetContactsOfErased(atMost: number): Promise<number> {
  const { ownerId } = legacyContacts;
  const ofOwner = eq(memories.userId, ownerId);
  // Counts are looked up for each contact: `notExists` would read all deliveries first.
  const waiting = db.$count(memories, and(ofOwner, inArray(memories.state, [...WAITING_STATES])));
  // An arrival without an opening may still turn out to be a bounce.
  const mayComeBack = isNotNull(deliveries.nextStepAt);
  const isMissing = and(notInArray(deliveries.state, DELIVERY_STATES.filter(isArrived)), ne(deliveries.rung, UNWANTED));
  const unreached = db
    .select({ count: count() })
    .from(deliveries, { forceIndex: "deliveries_opened" })
    .innerJoin(memories, and(eq(memories.id, deliveries.vaultId), eq(memories.state, "delivered")))
    .where(and(eq(deliveries.senderId, ownerId), or(mayComeBack, and(eq(memories.isMemoryBoard, true), isMissing))));
  const ofContact = eq(legacyWaits.contactId, legacyContacts.id);
  const copies = db.$count(legacyWaits, and(ofContact, eq(legacyWaits.state, "open")));
  const rows = await db
    .select({ id: legacyContacts.id })
    .from(profiles, { forceIndex: "profiles_erased" })
    .innerJoin(legacyContacts, eq(ownerId, profiles.id))
    .where(and(isNotNull(profiles.erasedAt), eq(waiting, 0), eq(sql`(${unreached})`, 0), eq(copies, 0)))
    .limit(atMost);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await db.delete(legacyContacts).where(inArray(legacyContacts.id, ids));
  return ids.length;
}
