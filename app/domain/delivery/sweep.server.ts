import * as clock from "~/services/clock.server";
import { readFact, saveFact } from "~/services/installation-facts.server";

const SWEPT = "delivery_swept";
const NOTE_EVERY_MS = 15_000;

let notedAt = Number.NEGATIVE_INFINITY;

/** Records that nothing is due, at most every 15 seconds. */
export async function noteSweep(): Promise<void> {
  const now = clock.now();
  if (now.getTime() - notedAt < NOTE_EVERY_MS) return;
  notedAt = now.getTime();
  await saveFact(SWEPT, now.toISOString());
}

export async function lastSweepAt(): Promise<Date | undefined> {
  const at = await readFact(SWEPT);
  return at === undefined ? undefined : new Date(at);
}
