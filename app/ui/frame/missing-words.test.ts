import { expect, it } from "vitest";
import { missingWords } from "./missing-words";

it.each([
  "/open/abc",
  "/open/abc/replies",
  "/legacy/abc/read",
  "/confirm-address/abc",
  "/still-right/abc",
  "/guest-link/abc",
  "/newsletter/stop/abc",
])("points to the newest email where the link of one is missing: %s", (path) => {
  expect(missingWords(path)).toMatchObject({
    title: "This link no longer works",
    message: expect.stringContaining("in the newest email"),
  });
});

it.each(["/s/abc", "/gift/abc", "/join/abc"])("points to the person who passed a link on: %s", (path) => {
  expect(missingWords(path).message).toContain("ask the person");
});

it("says how to continue reading when a photo's page has closed", () => {
  expect(missingWords("/memories/abc/photos/def").message).toContain("open it again with the link in our email");
});

it.each(["/", "/open", "/settings/plan", "/stopped/abc", "/memories/abc", "/newsletter/other"])(
  "leaves the words of other pages: %s",
  (path) => {
    expect(missingWords(path)).toEqual({});
  },
);
