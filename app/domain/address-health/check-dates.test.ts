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

  it("remind unverified senders before and after the day", () => {
    const unverified = { ...vault, isSenderVerified: false };
    const at = stepsBetween(unverified, ...ALL).flatMap((step) => (step.kind === "verify" ? [step.at] : []));
    expect(at.filter((one) => one < vault.deliveryAt)).toHaveLength(3);
    expect(at.filter((one) => one > vault.deliveryAt)).toHaveLength(6);
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
