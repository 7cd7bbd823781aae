import { describe, expect, it } from "vitest";
import { isExcused } from "./smtp-doubles";
import type { Outage } from "./supervised-process";

const mail = {
  letter: 1,
  to: "reader-1@example.net",
  messageId: "delivery.1@localhost",
  takenAt: 100_500,
  overSmtp: { login: "worker-1", handedOverAt: 100_000 },
};
const outage = (name: string, kind: Outage["kind"], from: number, to = from + 1_000) => ({ name, kind, from, to });

describe("a mail that left twice is excused over SMTP", () => {
  it.each([
    ["while the server had not answered", [outage("worker-1", "kill", 100_200)]],
    ["before the server read its last line", [outage("worker-1", "kill", 99_800)]],
    ["before the acceptance was recorded", [outage("worker-1", "kill", 100_900)]],
    [
      "while it waited for the database",
      [outage("MySQL", "kill", 100_400, 110_000), outage("worker-1", "kill", 109_000)],
    ],
    ["after it was stopped", [outage("worker-1", "suspend", 100_400, 120_000), outage("worker-1", "kill", 120_100)]],
  ])("when its worker was killed %s", (_, outages) => {
    expect(isExcused(mail, outages)).toBe(true);
  });

  it.each([
    ["by nothing", []],
    ["by the death of another worker", [outage("worker-2", "kill", 100_600)]],
    ["by an earlier death", [outage("worker-1", "kill", 99_000)]],
    ["by a later death", [outage("worker-1", "kill", 110_000)]],
    ["by a freeze", [outage("worker-1", "suspend", 100_400, 120_000)]],
  ])("not %s", (_, outages) => {
    expect(isExcused(mail, outages)).toBe(false);
  });

  it("not with a provider that can be asked", () => {
    const { overSmtp: _, ...asked } = mail;
    expect(isExcused(asked, [outage("worker-1", "kill", 100_600)])).toBe(false);
  });
});
