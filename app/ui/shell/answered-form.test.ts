import { expect, it } from "vitest";
import { preserveAnsweredForm } from "./answered-form";

type Asked = Parameters<typeof preserveAnsweredForm>[0];

const isFetchedAnew = (from: string, to: string, answer: Partial<Asked>) =>
  preserveAnsweredForm({
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
