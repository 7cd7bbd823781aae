import { expect, it } from "vitest";
import { toProviderEvent } from "./mailgun-event";

const failed = { id: "1", event: "failed", severity: "permanent", at: new Date() };
const kindOf = (given: object) => toProviderEvent({ ...failed, ...given }, "token").kind;

it.each([
  [550, "No such user", "bounced"],
  [550, "5.1.1 No such user", "bounced"],
  ["550", "550 5.1.1 No such user", "bounced"],
  [550, "550-5.1.1 The email account does not exist", "bounced"],
  [552, "5.2.2 Mailbox full", "bounced"],
  [550, "5.7.1 Service unavailable, client host blocked", "undelivered"],
  [550, "5.4.5 Daily sending quota exceeded", "undelivered"],
  [553, "5.1.8 Sender address rejected", "undelivered"],
  [550, "5.1.1.7 is listed", "bounced"],
  [554, "Message rejected", "undelivered"],
  [498, "No MX for example.net", "undelivered"],
  [602, "Too old", "undelivered"],
  [undefined, "", "undelivered"],
])("a permanent failure with %s %s is %s", (code, message, kind) => {
  expect(kindOf({ status: { code, message } })).toBe(kind);
});

it("the enhanced code of its own field counts first", () => {
  const status = { code: 550, "enhanced-code": "5.7.1", message: "blocked" };
  expect(kindOf({ status })).toBe("undelivered");
});

it.each([
  ["suppress-bounce", "undelivered"],
  ["suppress-complaint", "bounced"],
  ["suppress-unsubscribe", "bounced"],
])("a mail that was held back (%s) is %s", (reason, kind) => {
  expect(kindOf({ reason, status: { code: 605, message: "Not delivering" } })).toBe(kind);
});

it("a rejected mail is undelivered, with Mailgun's reason", () => {
  const event = toProviderEvent({ ...failed, event: "rejected", reject: { reason: "Spam" } }, "token");
  expect(event).toMatchObject({ kind: "undelivered", detail: "Spam" });
});
