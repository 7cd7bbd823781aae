import { expect, it } from "vitest";
import { preserveAnsweredForm, preserveAnsweredReply } from "./answered-form";

type Asked = Parameters<typeof preserveAnsweredForm>[0];

const isFetchedAnew = (from: string, to: string, answer: Partial<Asked>, preserve = preserveAnsweredForm) =>
  preserve({
    currentUrl: new URL(from, "https://amberkeep.example"),
    nextUrl: new URL(to, "https://amberkeep.example"),
    defaultShouldRevalidate: true,
    ...answer,
  } as Asked);

const refused = { formMethod: "POST", actionResult: { status: "error" } } as const;

it.each([
  ["a refused form", "/create?type=x", "/create?type=x", refused, false],
  ["a refused form with a hash", "/create?type=x#title", "/create?type=x", refused, false],
  ["a form that redirects to another page", "/create?type=x", "/create?type=y", refused, true],
  ["a GET request", "/create?type=x", "/create?type=x", {}, true],
])("%s", (_, from, to, answer, expected) => {
  expect(isFetchedAnew(from, to, answer)).toBe(expected);
});

it("keeps a refused reply that was sent with another query", () => {
  expect(isFetchedAnew("/open/x/replies", "/open/x/replies?with=y", refused, preserveAnsweredReply)).toBe(false);
  expect(isFetchedAnew("/open/x/replies", "/open/x?with=y", refused, preserveAnsweredReply)).toBe(true);
  expect(isFetchedAnew("/open/x/replies", "/open/x/replies?after=y", {}, preserveAnsweredReply)).toBe(true);
});
