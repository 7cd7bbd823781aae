import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { burstOf, type TokenBucket, take } from "./rate-limiter";

const START = new Date("2030-01-01T00:00:00Z").getTime();
const at = (ms: number) => new Date(START + ms);

/** Returns the granted tokens as pairs of a time in milliseconds and a number. */
function run(perSecond: number, asked: { afterMs: number; urgent: number; others: number }[]) {
  let bucket: TokenBucket | undefined;
  let now = 0;
  const granted: { at: number; urgent: number; others: number }[] = [];
  for (const { afterMs, ...wanted } of asked) {
    now += afterMs;
    const answer = take(bucket, wanted, perSecond, at(now));
    bucket = answer.bucket;
    granted.push({ at: now, urgent: answer.urgent, others: answer.others });
  }
  return granted;
}

const rates = fc.constantFrom(0.5, 1, 3, 10, 77.7, 1000);
const asking = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 3_000 }),
    urgent: fc.integer({ min: 0, max: 20 }),
    others: fc.nat(2_000),
  }),
  { maxLength: 60 },
);

describe("a bucket", () => {
  it("grants at most the rate plus a burst in any time, or two with urgent messages", () => {
    fc.assert(
      fc.property(rates, asking, fc.boolean(), (perSecond, asked, hasUrgent) => {
        const granted = run(perSecond, hasUrgent ? asked : asked.map((one) => ({ ...one, urgent: 0 })));
        for (const [first, from] of granted.entries()) {
          let sum = 0;
          for (const { at: until, urgent, others } of granted.slice(first)) {
            sum += urgent + others;
            const most = ((until - from.at) / 1000) * perSecond + burstOf(perSecond) * (hasUrgent ? 2 : 1);
            expect(sum).toBeLessThanOrEqual(most + 0.001);
          }
        }
      }),
    );
  });

  it("is used up while demand is high by callers that come back when told", () => {
    for (const perSecond of [1, 7, 50, 400]) {
      let bucket: TokenBucket | undefined;
      let sent = 0;
      for (let now = START; now < START + 60_000; ) {
        const answer = take(bucket, { urgent: 0, others: 100_000 }, perSecond, new Date(now));
        ({ bucket } = answer);
        sent += answer.others;
        // A tenth of a second late, as a worker that polls ten times a second may be.
        now = Math.max(now + 1, answer.freeAt.getTime()) + 100;
      }
      expect(sent / (60 * perSecond)).toBeGreaterThan(0.97);
    }
  });

  it("grants urgent messages first, however many others wait", () => {
    const crowd = Array.from({ length: 40 }, () => ({ afterMs: 100, urgent: 0, others: 1_000 }));
    const granted = run(10, [...crowd, { afterMs: 100, urgent: 2, others: 1_000 }]);
    expect(granted.at(-1)).toMatchObject({ urgent: 2, others: 0 });
  });

  it("is unlimited at a rate of 0", () => {
    expect(take(undefined, { urgent: 3, others: 9_999 }, 0, at(0))).toMatchObject({ urgent: 3, others: 9_999 });
  });

  it("gives nothing during a pause, and goes on after it", () => {
    const paused = { tokens: 5, countedAt: at(0), pausedUntil: at(90_000) };
    for (const perSecond of [0, 10]) {
      const wanted = { urgent: 1, others: 1 };
      const held = take(paused, wanted, perSecond, at(89_999));
      expect(held).toMatchObject({ urgent: 0, others: 0, isPaused: true, freeAt: at(90_000) });
      expect(take(held.bucket, wanted, perSecond, at(90_000))).toMatchObject({ urgent: 1, others: 1 });
    }
  });

  it("does not wait for a clock that was set back by an hour", () => {
    const before = { tokens: -2, countedAt: at(3_600_000), pausedUntil: at(3_600_000 + 90_000) };
    const first = take(before, { urgent: 0, others: 5 }, 10, at(0));
    expect(first).toMatchObject({ isPaused: false, others: 0 });
    expect(first.freeAt.getTime()).toBeLessThan(START + 2_000);
    expect(take(first.bucket, { urgent: 0, others: 5 }, 10, at(1_000)).others).toBe(burstOf(10));
  });

  it("counts no time twice for workers with slightly different clocks", () => {
    let bucket: TokenBucket | undefined;
    let sent = 0;
    for (let now = 0; now <= 10_000; now += 10) {
      const answer = take(bucket, { urgent: 0, others: 50 }, 20, at(now + (now % 20 === 0 ? 300 : -300)));
      ({ bucket } = answer);
      sent += answer.others;
    }
    expect(sent).toBeLessThanOrEqual(20 * 10.6 + burstOf(20));
  });
});
