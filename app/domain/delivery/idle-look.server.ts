import * as clock from "~/services/clock.server";
import { readFact, saveFact } from "~/services/installation-facts.server";

const IDLE_LOOK = "delivery_swept";
const NOTE_EVERY_MS = 15_000;

let notedAt = Number.NEGATIVE_INFINITY;

/** Records that nothing is due, at most every 15 seconds. */
export async function noteIdleLook(): Promise<void> {
  const now = clock.now();
  if (now.getTime() - notedAt < NOTE_EVERY_MS) return;
  notedAt = now.getTime();
  await saveFact(IDLE_LOOK, now.toISOString());
}

export async function lastIdleLookAt(): Promise<Date | undefined> {
  const at = await readFact(IDLE_LOOK);
  return at === undefined ? undefined : new Date(at);
}
