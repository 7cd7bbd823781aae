/**
 * Writes the letters of bench/harness/deliveries.ts through the domain. Those with a `dueFrom` are left to the workers.
 */
import { createId } from "@paralleldrive/cuid2";
import { eq, inArray } from "drizzle-orm";
import { scheduleVault } from "~/domain/writing/schedule.server";
import { db } from "~/services/db.server";
import { closeJobs, requestLook } from "~/services/jobs.server";
import { memories } from "~db/schema";
import { createSenderAccount } from "../harness/create-sender";
import type { Letters } from "../harness/deliveries";
import { printResult, programInput } from "../harness/program-io";

const { first, count, dueFrom, overMs = 0 } = programInput<Letters>();
/** Senders write concurrently, each one letter after the other. */
const SENDERS = Math.min(500, Math.ceil(count / 2));
/** 300 words. */
const MESSAGE = Array.from({ length: 300 }, (_, index) => `word${index}`).join(" ");

const ids = (await Promise.all(Array.from({ length: SENDERS }, (_, sender) => writeAs(sender)))).flat();
const now = new Date();
if (dueFrom === undefined) {
  await db.update(memories).set({ deliveryAt: now }).where(inArray(memories.id, ids));
  await requestLook("deliver_due");
} else if (overMs === 0) {
  await db
    .update(memories)
    .set({ deliveryAt: new Date(dueFrom) })
    .where(inArray(memories.id, ids));
} else {
  for (const [index, id] of ids.entries()) {
    const deliveryAt = new Date(dueFrom + Math.floor((index / count) * overMs));
    await db.update(memories).set({ deliveryAt }).where(eq(memories.id, id));
  }
}
await printResult(ids.length);
await closeJobs();
process.exit(0);

async function writeAs(sender: number): Promise<string[]> {
  const { user } = await createSenderAccount({ email: `sender-${first}-${sender}@example.org`, vaultLimit: count });
  const ids: string[] = [];
  for (let letter = first + sender; letter < first + count; letter += SENDERS) {
    const scheduled = await scheduleVault(user, {
      type: "letter",
      title: `Letter ${letter} of many`,
      message: MESSAGE,
      recipientName: "Reader",
      recipientEmail: `reader-${letter}@example.net`,
      deliveryDate: "2090-01-01",
      deliveryHour: 9,
      deliveryZone: "UTC",
      formId: createId(),
    });
    if (!scheduled.ok) throw new Error(scheduled.reason);
    ids.push(scheduled.id);
  }
  return ids;
}
