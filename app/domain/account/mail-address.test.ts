import fc from "fast-check";
import { expect, it } from "vitest";
import { isMailAddress } from "./mail-address";

it.each([
  "anna@example.org",
  "a.b+c@sub.example.co",
  "zoë@exämple.org",
  "o'hara@example.org",
  '"quoted"@example.org',
  "あ@例え.jp",
  `${"a".repeat(64)}@example.org`,
])("takes %s", (address) => {
  expect(isMailAddress(address)).toBe(true);
});

it.each([
  "",
  "@",
  "anna",
  "anna@",
  "@example.org",
  "anna@example",
  "anna@example.org,",
  "<anna@example.org>",
  "anna@ex_ample.org",
  "anna@example..org",
  "anna@.example.org",
  "anna@-example.org",
  "anna@example.org/path",
  "anna@example.org:25",
  "anna@user@example.org",
  "an na@example.org",
  "anna@127.0.0.1",
  "anna@erased.invalid",
  `${"a".repeat(65)}@example.org`,
])("refuses %s", (address) => {
  expect(isMailAddress(address)).toBe(false);
});

it("handles any text without throwing", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => typeof isMailAddress(text) === "boolean"));
});
