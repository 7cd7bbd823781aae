import { describe, expect, it } from "vitest";
import { ATTEMPT_WAITS, countServerAttempts, firstLookupMs, MAX_ATTEMPTS, nextAttemptAt, nextLookupAt } from "./retry";

const NOW = new Date("2030-01-01T00:00:00Z");
const HOUR = 3_600_000;
const MIDDLE = 0.5;
const LONG_AGO = new Date("2029-01-01T00:00:00Z");

const waitOf = (attempts: number, random = MIDDLE, createdAt = LONG_AGO) => {
  const at = nextAttemptAt({ attempts, createdAt }, { failure: "unavailable" }, NOW, random);
  return at && at.getTime() - NOW.getTime();
};

describe("the next attempt at a message", () => {
  it("comes later each time, and never after a refusal", () => {
    const waits = Array.from({ length: 9 }, (_, index) => waitOf(index + 1) ?? Number.NaN);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[0]).toBe(10_000);
    for (const attempt of [1, 5, 9])
      expect(
        nextAttemptAt({ attempts: attempt, createdAt: LONG_AGO }, { failure: "refused" }, NOW, MIDDLE),
      ).toBeUndefined();
  });

  it("follows the schedule, whatever the jitter, when each attempt failed", () => {
    for (const random of [0, MIDDLE, 1]) {
      let createdAt = NOW;
      for (const [index, wait] of ATTEMPT_WAITS.entries()) {
        const expected = waitOf(index + 1, random);
        expect(waitOf(index + 1, random, createdAt), `attempt ${index + 1}`).toBe(expected);
        createdAt = new Date(createdAt.getTime() - wait * 1_000 * 0.8);
      }
    }
  });

  it("comes within minutes for a message whose workers died several times in one", () => {
    expect(waitOf(6, MIDDLE, new Date(NOW.getTime() - 60_000))).toBe(480_000);
    expect(waitOf(6, MIDDLE, new Date(NOW.getTime() + 1_000))).toBe(10_000);
  });

  it("varies by a fifth, so that simultaneous failures are not retried together", () => {
    expect([waitOf(2, 0), waitOf(2, 0.25), waitOf(2, 1)]).toEqual([48_000, 54_000, 72_000]);
  });

  it("is no sooner than the provider asks for", () => {
    const asks = (retryAfterSeconds: number) =>
      nextAttemptAt(
        { attempts: 2, createdAt: LONG_AGO },
        { failure: "unavailable", retryAfterSeconds },
        NOW,
        MIDDLE,
      )?.getTime() ?? 0;
    expect(asks(600) - NOW.getTime()).toBe(600_000);
    expect(asks(1) - NOW.getTime()).toBe(60_000);
  });

  it("ends after days, not hours and not weeks", () => {
    const total = Array.from({ length: 9 }, (_, index) => waitOf(index + 1) ?? 0).reduce((sum, wait) => sum + wait);
    expect(total).toBeGreaterThan(72 * HOUR);
    expect(total).toBeLessThan(7 * 24 * HOUR);
    expect(waitOf(MAX_ATTEMPTS)).toBeUndefined();
  });

  it("is one of those that are left after a mail server has tried by itself for days", () => {
    const count = (hours: number, attempts = 1) => countServerAttempts(attempts, hours * 3_600);
    expect([0, 0.9, 8, 48, 120].map((hours) => count(hours))).toEqual([1, 1, 6, 8, MAX_ATTEMPTS]);
    expect([count(24, 7), count(120, MAX_ATTEMPTS), count(120, 0), count(-1)]).toEqual([8, MAX_ATTEMPTS, 0, 1]);
  });

  it("comes once the provider can be asked, when the last one may have been sent", () => {
    const failed = { failure: "unknown", retryAfterSeconds: 120 } as const;
    const at = (attempts: number) => nextAttemptAt({ attempts, createdAt: LONG_AGO }, failed, NOW, MIDDLE)?.getTime();
    expect(at(MAX_ATTEMPTS)).toBe(NOW.getTime() + 120_000);
    expect(at(MAX_ATTEMPTS + 1)).toBeUndefined();
  });
});

describe("asking the provider about an attempt", () => {
  const asked = (elapsedSeconds: number, delaySeconds = 120) => {
    const at = nextLookupAt(NOW, delaySeconds * 1000, new Date(NOW.getTime() + elapsedSeconds * 1000));
    return at && (at.getTime() - NOW.getTime()) / 1000;
  };

  it("happens after 2, 10, 30 and 120 seconds, until its log is complete", () => {
    expect([0, 2, 9, 10, 30, 119.9].map((elapsed) => asked(elapsed))).toEqual([2, 10, 10, 30, 120, 120]);
    expect(asked(120)).toBeUndefined();
    expect(asked(5, 60)).toBe(10);
    expect(asked(31, 60)).toBe(60);
  });

  it("happens at once where the log is always complete", () => {
    expect(asked(0, 0)).toBeUndefined();
    expect([firstLookupMs(0), firstLookupMs(120_000)]).toEqual([0, 2_000]);
  });
});
