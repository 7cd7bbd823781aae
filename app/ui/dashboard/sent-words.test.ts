import { expect, it } from "vitest";
import type { SentData } from "./sent-data";
import { sentWords } from "./sent-words";

it("promises no mail about an opening, which only the dashboard shows", () => {
  const sent = { progress: "arrived", kind: "letter", firstName: "Mia", at: "9:00" } as unknown as SentData;
  expect(sentWords(sent).lede).toBe("Mia’s mailbox took it at 9:00. You’ll see on your dashboard when Mia opens it.");
});
