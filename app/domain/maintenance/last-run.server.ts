import * as clock from "~/services/clock.server";
import { readFact, readFreshFact, saveFact } from "~/services/installation-facts.server";

const RAN = "maintenance_ran";
/** In seconds; some task runs every minute. */
const LATE_AFTER = 3_600;

/** After a task of the timetable that is not a delivery. */
export function noteMaintenance(): Promise<void> {
  return saveFact(RAN, clock.now().toISOString());
}

/** When maintenance last ran, if that was more than an hour ago. */
export async function overdueMaintenance(): Promise<string | undefined> {
  const [last, recent] = await Promise.all([readFact(RAN), readFreshFact(RAN, LATE_AFTER)]);
  return recent === undefined ? last : undefined;
}
