import { expect, it } from "vitest";
import { dayInFull, dayOnPostmark } from "./day";

it("formats a calendar day, whatever the server's zone", () => {
  expect(dayInFull("2044-06-14")).toBe("June 14, 2044");
  expect(dayInFull("2099-01-01")).toBe("January 1, 2099");
});

it("formats a postmark", () => {
  expect(dayOnPostmark("2031-08-02")).toEqual({ day: "02 AUG", year: "2031" });
});
