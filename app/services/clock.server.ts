/** Beyond this difference one of the clocks is wrong: the database's is not followed, and deliveries halt. */
const OFFSET_MAX_MS = 2 * 3_600_000;

let offsetMs = 0;

/** The only clock of the domain, whose functions take `now` as an argument and default to this. */
export function now(): Date {
  return new Date(machineTime() + offsetMs);
}

/** Of this machine alone, in milliseconds since 1970. */
export function machineTime(): number {
  return Date.now();
}

/** Follows the database's clock, which all machines share. */
export function follow(databaseTime: Date, askedAt: number): void {
  const apartMs = databaseTime.getTime() - askedAt;
  offsetMs = Math.abs(apartMs) > OFFSET_MAX_MS ? 0 : apartMs;
}
