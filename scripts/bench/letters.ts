/** Writes letters that all fall due at the same instant, numbered from the first argument on, as many as the second says. Bundled. */
import { createId } from "@paralleldrive/cuid2";
import { eq, inArray } from "drizzle-orm";
import { signUp } from "~/domain/account/account.server";
import { toUser } from "~/domain/account/session.server";
import { wakeDelivery } from "~/domain/delivery/wake-delivery.server";
import { scheduleVault } from "~/domain/vault/vault.server";
import { db } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { memories, profiles } from "~db/schema";

const [first = 0, count = 0] = process.argv.slice(2).map(Number);
const email = `sender-${first}@example.org`;
await signUp({ fullName: "Ada Example", email, password: "Correct-Horse-9" });
await db.update(profiles).set({ emailVerifiedAt: new Date(), vaultLimit: count }).where(eq(profiles.email, email));
const [profile] = await db.select().from(profiles).where(eq(profiles.email, email));
if (!profile) throw new Error("no sender");
const ids: string[] = [];
for (let letter = first; letter < first + count; letter += 1) {
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
const now = new Date();
await db.update(memories).set({ deliveryAt: now }).where(inArray(memories.id, ids));
await Promise.all(ids.map((id) => wakeDelivery(id, now, now)));
await closeJobs();
process.exit(0);
