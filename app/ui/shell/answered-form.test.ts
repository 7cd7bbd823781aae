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

const unsent = { formMethod: "POST", actionResult: { isUnsent: true } } as const;
const refused = { formMethod: "POST", actionResult: { status: "error" } } as const;
const failed = { formMethod: "POST", actionResult: { status: "error", keepsPage: true } } as const;
const formData = new FormData();
formData.set("intent", "change-type");
const leaving = { ...refused, formData };

it.each([
  ["a refused form", "/create?type=x", "/create?type=x", refused, false],
  ["a refused form with a hash", "/create?type=x#title", "/create?type=x", refused, false],
  ["the choice of another type that could not be sent before", "/create?type=x", "/create?type=x", leaving, true],
  ["a form that redirects to another page", "/create?type=x", "/create?type=y", refused, true],
  ["a form that could not be sent to another page", "/create?type=x", "/create?type=y", unsent, false],
  ["a form of another page that was refused there", "/create?type=x", "/create?type=y", failed, false],
  ["a GET request", "/create?type=x", "/create?type=x", {}, true],
])("%s", (_, from, to, answer, expected) => {
  expect(isFetchedAnew(from, to, answer)).toBe(expected);
});

it("keeps a refused reply that was sent with another query", () => {
  expect(isFetchedAnew("/open/x/replies", "/open/x/replies?with=y", refused, preserveAnsweredReply)).toBe(false);
  expect(isFetchedAnew("/open/x/replies", "/open/x?with=y", refused, preserveAnsweredReply)).toBe(true);
  expect(isFetchedAnew("/open/x/replies", "/open/x/replies?after=y", {}, preserveAnsweredReply)).toBe(true);
});
