import { expect, it } from "vitest";
import { historyText } from "./history-text";

const event = {
  id: 1,
  detail: "",
  deliveryId: "d",
  delivery: { name: "Mia", state: "bounced", rung: "held" },
  proposal: null,
} as const;

it("has a line per event, with times in the given zone", () => {
  const text = historyText(
    { title: "On your\nwedding day", recipient: "Mia" },
    [
      { ...event, kind: "scheduled", at: new Date("2026-07-01T10:00:00Z") },
      { ...event, kind: "bounced", at: new Date("2044-01-14T09:00:01.4Z"), detail: "550 no\r\nsuch user" },
    ],
    "Europe/Berlin",
    new Date("2045-02-01T08:00:00Z"),
  );
  expect(text).toBe(
    [
      "Delivery record: On your wedding day",
      "For: Mia",
      "Times: Europe/Berlin. Exported from Amberkeep on 2045-02-01 09:00:00 +01:00.",
      "",
      "2026-07-01 12:00:00 +02:00  You scheduled this memory.",
      "2044-01-14 10:00:01 +01:00  The letter to Mia came back. (550 no such user)",
      "",
    ].join("\n"),
  );
});

it("says in a sentence that something is not an email address", () => {
  const refused = { ...event, kind: "send_given_up", at: new Date(0), detail: "not an email address" } as const;
  const text = historyText({ title: "T", recipient: "Mia" }, [refused], "UTC", new Date(0));
  expect(text).toContain("The letter to Mia couldn’t be delivered. This is not an email address.");
});
