import { describe, expect, it } from "vitest";
import { afterHandOver } from "./hand-over.server";

const next = { url: "/timeline", toast: { title: "Login successful", description: "Welcome back!" } };
const scheduled = { state: "scheduled", id: "one", isToBeSealed: false } as const;
const draft = { state: "draft", id: "two" } as const;

describe("the redirect after a hand-over", () => {
  it("leads to the first unscheduled draft, whatever else was scheduled", () => {
    const { url, toast } = afterHandOver([scheduled, draft, { ...draft, because: "date" }], next);
    expect(url).toBe("/create?edit=true&id=two");
    expect(toast).toMatchObject({ title: "Please choose another date", kind: "error" });
  });

  it.each([
    ["duplicate_title", "Failed to Save Memory"],
    ["incomplete", "Missing Information"],
    ["file_limit", "Too many files"],
    ["last_day", "Please choose another last day"],
  ] as const)("leads to the form with the reason: %s", (because, title) => {
    expect(afterHandOver([{ ...draft, because }], next)).toMatchObject({
      url: "/create?edit=true&id=two",
      toast: { title, kind: "error", before: next.toast },
    });
  });

  it("leads to the page about the limit", () => {
    expect(afterHandOver([{ ...draft, because: "vault_limit" }], next)).toMatchObject({
      url: "/create/limit?draft=two",
      toast: { title: "Draft saved", before: next.toast },
    });
  });

  it("leads to the page that seals, if that was chosen", () => {
    expect(afterHandOver([draft, { ...scheduled, isToBeSealed: true }], next)).toMatchObject({
      url: "/memories/one/seal?sent",
      toast: { title: "Memory Created", before: next.toast },
    });
  });

  it("is the usual one, with a toast about drafts below its own", () => {
    const kept = { title: "Draft saved", description: expect.stringContaining("kept as a draft") };
    expect(afterHandOver([draft], next)).toEqual({ url: "/timeline", toast: { ...kept, before: next.toast } });
    expect(afterHandOver([draft], { url: "/timeline" })).toEqual({ url: "/timeline", toast: kept });
  });
});
