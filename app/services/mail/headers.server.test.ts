import { expect, it } from "vitest";
import { extraHeaders } from "./headers.server";

const mail = { messageId: "a@b", to: { address: "mia@example.net" }, subject: "", text: "", html: "", outboxId: "1" };

it("directs replies to the operator's address, if it is set", () => {
  expect(extraHeaders(mail, "hello@amberkeep.example")).toMatchObject({ "Reply-To": "hello@amberkeep.example" });
  expect(extraHeaders(mail, undefined)).not.toHaveProperty("Reply-To");
});

it("lets mail programs unsubscribe with one POST (RFC 8058)", () => {
  const optional = { unsubscribeUrl: "https://amberkeep.example/newsletter/stop/x" };
  expect(extraHeaders({ ...mail, optional })).toMatchObject({
    "List-Unsubscribe": "<https://amberkeep.example/newsletter/stop/x>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});
