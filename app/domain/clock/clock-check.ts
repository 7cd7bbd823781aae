/** One look at all clocks, in milliseconds. */
export type ClockReading = {
  database: number;
  process: number;
  /** Since this machine booted, counting the time that it was suspended. */
  uptime: number;
  bootId: string;
};

/** Clocks further apart are not trusted. */
export const APART_MAX_MS = 60_000;
/** After a longer time without any worker, an operator has to confirm the time. */
export const UNWATCHED_MAX_MS = 7 * 24 * 3_600_000;

/**
 * Why the database's clock cannot decide what is due; undefined when it can. Two clocks must agree, and no more time
 * may have passed since `last`, the last trusted reading, than the machine has counted.
 */
export function clockTrouble(now: ClockReading, last: ClockReading | undefined): string | undefined {
  const apartMs = now.database - now.process;
  if (Math.abs(apartMs) > APART_MAX_MS) {
    return `the clocks of the database and of this machine are ${seconds(apartMs)} apart`;
  }
  if (!last) return undefined;
  const passedMs = now.database - last.database;
  if (now.bootId !== last.bootId) {
    return passedMs > UNWATCHED_MAX_MS ? `${seconds(passedMs)} passed in which nothing watched the clock` : undefined;
  }
  const jumpMs = passedMs - (now.uptime - last.uptime);
  return Math.abs(jumpMs) > APART_MAX_MS ? `the database's clock jumped by ${seconds(jumpMs)}` : undefined;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
