import { describe, expect, it } from "vitest";
import { afterHandOver } from "./hand-over.server";

const next = { url: "/timeline", toast: { title: "Login successful", description: "Welcome back!" } };
const scheduled = { state: "scheduled", id: "one", isToBeSealed: false } as const;
const draft = { state: "draft", id: "two" } as const;

describe("after a hand-over one goes", () => {
  it("on as one would have, when there was nothing", () => {
    expect(afterHandOver([], next)).toEqual(next);
  });

  it("to what needs a hand first, whatever else was scheduled", () => {
    const { url, toast } = afterHandOver([scheduled, draft, { ...draft, because: "date" }], next);
    expect(url).toBe("/create?edit=true&id=two");
    expect(toast).toMatchObject({ title: "Please choose another date", kind: "error" });
  });

  it.each([
    ["duplicate_title", "Failed to Save Memory"],
    ["incomplete", "Missing Information"],
    ["file_limit", "Missing Information"],
  ] as const)("to the form, which says why: %s", (because, title) => {
    expect(afterHandOver([{ ...draft, because }], next)).toMatchObject({
      url: "/create?edit=true&id=two",
      toast: { title, kind: "error" },
    });
  });

  it("to the page of the limit, which says it itself", () => {
    expect(afterHandOver([{ ...draft, because: "vault_limit" }], next)).toEqual({
      url: "/create/limit?draft=two",
      toast: next.toast,
    });
  });

  it("to the page that seals, when that was wanted", () => {
    expect(afterHandOver([draft, { ...scheduled, isToBeSealed: true }], next)).toMatchObject({
      url: "/memories/one/seal",
      toast: { title: "Memory Created" },
    });
  });

  it("on with a word about drafts, when there is nothing else", () => {
    expect(afterHandOver([draft], next)).toEqual({
      url: "/timeline",
      toast: { title: "Login successful", description: expect.stringContaining("kept as a draft") },
    });
  });
});
