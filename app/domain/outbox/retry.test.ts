import { describe, expect, it } from "vitest";
import { nextAttemptAt } from "./retry";

const NOW = new Date("2030-01-01T00:00:00Z");
const HOUR = 3_600_000;

describe("the next attempt at a message", () => {
  it("comes ever later, and never after a provider's no", () => {
    const waits = Array.from({ length: 9 }, (_, index) => nextAttemptAt(index + 1, { failure: "unavailable" }, NOW));
    const times = waits.map((at) => at?.getTime() ?? Number.NaN);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(waits[0]).toEqual(new Date("2030-01-01T00:00:10Z"));
    for (const attempt of [1, 5, 9]) expect(nextAttemptAt(attempt, { failure: "refused" }, NOW)).toBeUndefined();
  });

  it("is no sooner than the provider asks for, and no sooner than our own patience", () => {
    const asks = (retryAfterSeconds: number) =>
      nextAttemptAt(2, { failure: "unavailable", retryAfterSeconds }, NOW)?.getTime() ?? 0;
    expect(asks(600) - NOW.getTime()).toBe(600_000);
    expect(asks(1) - NOW.getTime()).toBe(60_000);
  });

  it("ends after days, not hours and not weeks", () => {
    const patience = Array.from({ length: 9 }, (_, index) => {
      const at = nextAttemptAt(index + 1, { failure: "unknown" }, NOW);
      return (at?.getTime() ?? 0) - NOW.getTime();
    }).reduce((sum, wait) => sum + wait);
    expect(patience).toBeGreaterThan(72 * HOUR);
    expect(patience).toBeLessThan(7 * 24 * HOUR);
    expect(nextAttemptAt(10, { failure: "unavailable" }, NOW)).toBeUndefined();
  });
});
