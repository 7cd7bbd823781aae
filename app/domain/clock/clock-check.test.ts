import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { APART_MAX_MS, type ClockReading, clockTrouble, UNWATCHED_MAX_MS } from "./clock-check";

const NOON = Date.parse("2031-06-14T12:00:00Z");
const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

const reading = (passedMs = 0, changes: Partial<ClockReading> = {}): ClockReading => ({
  database: NOON + passedMs,
  process: NOON + passedMs,
  uptime: HOUR + passedMs,
  bootId: "boot",
  ...changes,
});

describe("the clocks", () => {
  it("are trusted while they agree, whatever time passes", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3 * YEAR }),
        fc.integer({ min: -APART_MAX_MS, max: APART_MAX_MS }),
        (passedMs, apartMs) => {
          const now = reading(passedMs, { process: NOON + passedMs + apartMs });
          expect(clockTrouble(now, reading())).toBeUndefined();
          expect(clockTrouble(now, undefined)).toBeUndefined();
        },
      ),
    );
  });

  it("are not trusted when they are more than a minute apart", () => {
    for (const apartMs of [APART_MAX_MS + 1, HOUR, 4 * 24 * HOUR, -HOUR]) {
      expect(clockTrouble(reading(0, { process: NOON - apartMs }), undefined)).toMatch(/apart/);
    }
  });

  it("are not trusted when both jump together", () => {
    for (const jumpMs of [2 * APART_MAX_MS, YEAR, 75 * YEAR, -HOUR]) {
      const now = reading(1_000, { database: NOON + jumpMs, process: NOON + jumpMs });
      expect(clockTrouble(now, reading())).toMatch(/jumped/);
    }
  });

  it("are trusted after a reboot, but not after a long time without a worker", () => {
    const rebooted = (passedMs: number) => reading(passedMs, { uptime: 1_000, bootId: "another" });
    expect(clockTrouble(rebooted(UNWATCHED_MAX_MS), reading())).toBeUndefined();
    expect(clockTrouble(rebooted(UNWATCHED_MAX_MS + 1), reading())).toMatch(/nothing watched/);
  });
});
