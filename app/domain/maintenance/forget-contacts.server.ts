import { and, eq, exists, inArray, isNotNull, ne, not, notInArray, or } from "drizzle-orm";
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
  const waiting = db
    .select({ id: memories.id })
    .from(memories)
    .where(and(ofOwner, inArray(memories.state, [...WAITING_STATES])));
  // An arrival without an opening may still turn out to be a bounce.
  const mayComeBack = isNotNull(deliveries.nextStepAt);
  const isMissing = and(notInArray(deliveries.state, DELIVERY_STATES.filter(isArrived)), ne(deliveries.rung, UNWANTED));
  const unreached = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .innerJoin(memories, and(eq(memories.id, deliveries.vaultId), eq(memories.state, "delivered")))
    .where(and(eq(deliveries.senderId, ownerId), or(mayComeBack, and(eq(memories.isMemoryBoard, true), isMissing))));
  const copies = db
    .select({ id: legacyWaits.id })
    .from(legacyWaits)
    .where(and(eq(legacyWaits.contactId, legacyContacts.id), eq(legacyWaits.state, "open")));
  const rows = await db
    .select({ id: legacyContacts.id })
    .from(legacyContacts)
    .innerJoin(profiles, and(eq(profiles.id, ownerId), isNotNull(profiles.erasedAt)))
    .where(and(...[waiting, unreached, copies].map((needed) => not(exists(needed)))))
    .limit(atMost);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await db.delete(legacyContacts).where(inArray(legacyContacts.id, ids));
  return ids.length;
}
