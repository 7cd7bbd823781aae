import { addYears, subDays } from "date-fns";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckFacts, nextStepAt, stepsBetween } from "./check-dates";

const day = (text: string) => new Date(`${text}T09:00:00Z`);
const vault: CheckFacts = {
  senderSince: day("2026-03-10"),
  createdAt: day("2026-05-01"),
  deliveryAt: day("2029-02-01"),
  isSenderVerified: true,
};
const ALL = [day("2026-01-01"), day("2200-01-01")] as const;

describe("the checks of a vault", () => {
  it("are a letter and a question a year, half a year apart, and two checks before its day", () => {
    const steps = stepsBetween(vault, ...ALL)
      .map(({ kind, at }) => `${at.toISOString().slice(0, 10)} ${kind}`)
      .sort();
    expect(steps).toEqual([
      "2026-09-10 still_right",
      "2027-03-10 annual_letter",
      "2027-09-10 still_right",
      "2028-03-10 annual_letter",
      "2028-09-10 still_right",
      "2028-11-03 check",
      "2029-01-02 check",
    ]);
  });

  const remindersOf = (facts: CheckFacts) =>
    stepsBetween({ ...facts, isSenderVerified: false }, ...ALL).flatMap(({ kind, at }) =>
      kind === "verify" ? [at.toISOString().slice(0, 10)] : [],
    );

  it("remind unverified senders soon, and before and after the day", () => {
    const before = ["2029-01-02", "2029-01-25", "2029-01-31"];
    const after = ["2029-02-02", "2029-02-08", "2029-03-03", "2029-05-02", "2029-07-31", "2030-01-02"];
    expect(remindersOf(vault)).toEqual(["2026-05-04", "2026-05-31", ...before, ...after]);
  });

  it.each([
    ["2026-05-20", ["2026-05-13", "2026-05-19"]],
    ["2026-07-03", ["2026-06-03", "2026-06-26", "2026-07-02"]],
    ["2026-07-04", ["2026-05-04", "2026-06-04", "2026-06-27", "2026-07-03"]],
  ])("remind those whose day is near, %s, only as it comes", (due, expected) => {
    expect(remindersOf({ ...vault, deliveryAt: day(due) }).slice(0, -6)).toEqual(expected);
  });

  it("skip and repeat nothing, however they are split into runs", () => {
    const instant = fc.date({ min: day("2026-01-01"), max: day("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 27_000 }), fc.array(instant), (createdAt, days, runs) => {
        const deliveryAt = new Date(createdAt.getTime() + days * 86_400_000);
        const facts = { createdAt, deliveryAt, senderSince: subDays(createdAt, 400), isSenderVerified: false };
        const done = [];
        let since: Date | null = createdAt;
        for (const now of [...runs, addYears(deliveryAt, 2)].sort((a, b) => a.getTime() - b.getTime())) {
          if (since === null || since > now) continue;
          done.push(...stepsBetween(facts, since, now));
          since = nextStepAt(facts, now);
        }
        const all = stepsBetween(facts, createdAt, addYears(deliveryAt, 2));
        const sorted = (steps: typeof all) => steps.map(({ kind, at }) => `${at.toISOString()} ${kind}`).sort();
        expect(sorted(done)).toEqual(sorted(all));
        expect(since).toBeNull();
      }),
    );
  });
});
