import { readFileSync } from "node:fs";
import { hostname, uptime } from "node:os";
import * as clock from "~/services/clock.server";
import { databaseNow, db } from "~/services/db.server";
import { deleteFact, readFact, readFreshFact, saveFact } from "~/services/installation-facts.server";
import { log } from "~/services/log.server";
import { type ClockReading, clockTrouble } from "./clock-check";

const SEEN = "clock_seen";
const CONFIRMED = "clock_confirmed";
const HALTED = "deliveries_halted";

/** How often the trusted reading is saved, and a persisting halt is reported. */
const SAVE_EVERY_MS = 30_000;
/** A halt reported by a machine that is gone is forgotten. */
const HALTED_FOR_S = 100;
/** How long an operator's confirmation counts. */
const CONFIRMED_FOR_MS = 10 * 60_000;

export class UntrustedClock extends Error {
  override name = "UntrustedClock";
}

let last: ClockReading | undefined;
let isLoaded = false;
let savedAt = Number.NEGATIVE_INFINITY;
let trouble: string | undefined;
let reportedAt = Number.NEGATIVE_INFINITY;

/**
 * The database's time, when it can be trusted to decide what is due.
 * @throws UntrustedClock otherwise; nothing must be delivered then
 */
export async function trustedNow(): Promise<Date> {
  if (!isLoaded) await load();
  const now = await databaseNow(db);
  const reading = { database: now.getTime(), process: clock.machineTime(), uptime: uptime() * 1000, bootId: bootId() };
  const found = clockTrouble(reading, last);
  if (found && !(await isConfirmed(reading))) {
    await report(found);
    throw new UntrustedClock(found);
  }
  last = reading;
  if (trouble) await report(undefined);
  if (reading.uptime - savedAt > SAVE_EVERY_MS) {
    savedAt = reading.uptime;
    await saveFact(SEEN, JSON.stringify(reading));
  }
  return now;
}

async function load(): Promise<void> {
  const seen = await readFact(SEEN);
  last = seen === undefined ? undefined : (JSON.parse(seen) as ClockReading);
  trouble = await readFact(HALTED);
  isLoaded = true;
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Without it, a boot is known by its time, to ten seconds.
    return `${hostname().slice(0, 40)} ${Math.round((clock.machineTime() / 1000 - uptime()) / 10)}`;
  }
}

/** Confirms that the time of the database and this machine is right. */
export async function confirmTime(): Promise<void> {
  await saveFact(CONFIRMED, (await databaseNow(db)).toISOString());
}

/** An operator cannot confirm clocks that disagree. */
async function isConfirmed(reading: ClockReading): Promise<boolean> {
  if (clockTrouble(reading, undefined)) return false;
  const confirmed = await readFact(CONFIRMED);
  return confirmed !== undefined && Math.abs(reading.database - Date.parse(confirmed)) < CONFIRMED_FOR_MS;
}

async function report(found: string | undefined): Promise<void> {
  const isNews = (found === undefined) !== (trouble === undefined);
  if (!isNews && performance.now() - reportedAt < SAVE_EVERY_MS) return;
  trouble = found;
  reportedAt = performance.now();
  if (found) {
    const message = "deliveries are halted until the clocks agree or `npm run confirm-time` confirms them";
    if (isNews) log.error({ reason: found }, message);
    await saveFact(HALTED, found);
  } else {
    log.warn("the clocks agree again; deliveries resume");
    await deleteFact(HALTED);
  }
}

/** Why a process does not deliver, if one has reported that lately; others may deliver. */
export async function haltReason(): Promise<string | undefined> {
  return readFreshFact(HALTED, HALTED_FOR_S);
}
