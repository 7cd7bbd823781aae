/** A clock of this machine that is further off is wrong, and not followed; deliveries halt by themselves. */
const OFFSET_MAX_MS = 2 * 3_600_000;

let offsetMs = 0;

/** The only place that reads the time. Domain functions take `now` as an argument and default to this. */
export function now(): Date {
  return new Date(machineTime() + offsetMs);
}

/** Of this machine alone, in milliseconds since 1970. */
export function machineTime(): number {
  return Date.now();
}

/** Follows the database's clock, which all machines share: what one writes, another one reads. */
export function follow(databaseTime: Date, askedAt: number): void {
  const apartMs = databaseTime.getTime() - askedAt;
  offsetMs = Math.abs(apartMs) > OFFSET_MAX_MS ? 0 : apartMs;
}
