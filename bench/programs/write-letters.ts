/**
 * Writes letters numbered from the first argument on, as many as the second says. They fall due at once, and the worker
 * is woken for them; or from an instant on (the third, in ms since 1970) evenly over a time (the fourth, in ms), and are
 * left to the sweep. Bundled.
 */
import { createId } from "@paralleldrive/cuid2";
import { eq, inArray } from "drizzle-orm";
import { signUp } from "~/domain/account/account.server";
import { toUser } from "~/domain/account/session.server";
import { wakeDelivery } from "~/domain/delivery/wake-delivery.server";
import { scheduleVault } from "~/domain/vault/vault.server";
import { followZoneRules } from "~/domain/vault/zone-rules.server";
import { db } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { memories, profiles } from "~db/schema";

const [first = 0, count = 0, from, over = 0] = process.argv.slice(2).map(Number);
/** Each person's letters are written one after the other, as people write them: many people write at the same time. */
const PEOPLE = Math.min(20, Math.ceil(count / 10));

// The worker's hourly task would give them the instant of their date and hour.
await followZoneRules();
const written = await Promise.all(Array.from({ length: PEOPLE }, (_, person) => writeAs(person)));
const ids = written.flat();
const now = new Date();
if (from === undefined) {
  await db.update(memories).set({ deliveryAt: now }).where(inArray(memories.id, ids));
  await Promise.all(ids.map((id) => wakeDelivery(id, now, now)));
} else if (over === 0) {
  await db
    .update(memories)
    .set({ deliveryAt: new Date(from) })
    .where(inArray(memories.id, ids));
} else {
  for (const [index, id] of ids.entries()) {
    const deliveryAt = new Date(from + Math.floor((index / count) * over));
    await db.update(memories).set({ deliveryAt }).where(eq(memories.id, id));
  }
}
await closeJobs();
process.exit(0);

async function writeAs(person: number): Promise<string[]> {
  const email = `sender-${first}-${person}@example.org`;
  await signUp({ fullName: "Ada Example", email, password: "Correct-Horse-9" });
  await db.update(profiles).set({ emailVerifiedAt: new Date(), vaultLimit: count }).where(eq(profiles.email, email));
  const [profile] = await db.select().from(profiles).where(eq(profiles.email, email));
  if (!profile) throw new Error("no sender");
  const ids: string[] = [];
  for (let letter = first + person; letter < first + count; letter += PEOPLE) {
    const scheduled = await scheduleVault(toUser(profile), {
      type: "letter",
      title: `Letter ${letter} of many`,
      message: "Dear reader",
      recipientName: "Reader",
      recipientEmail: `reader-${letter}@example.net`,
      deliveryDate: "2090-01-01",
      deliveryHour: 9,
      deliveryZone: "UTC",
      submissionId: createId(),
    });
    if (!scheduled.ok) throw new Error(scheduled.reason);
    ids.push(scheduled.id);
  }
  return ids;
}
