import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { AccountPrompt, type AccountPromptProps } from "./account-prompt";

const draft: AccountPromptProps["drafts"][number] = {
  formId: "one",
  href: "/create",
  type: "letter",
  title: "For Mia",
  recipient: "Mia",
  recipientEmail: "mia@example.net",
  deliveryDate: "2031-06-14",
};

it("does not promise to schedule more drafts than the plan has room for", () => {
  const pageOf = (...drafts: (typeof draft)[]) =>
    renderToStaticMarkup(<AccountPrompt drafts={drafts} keptUntil="2026-12-20" />);
  expect(pageOf(draft)).toContain("it’s scheduled with everything in it, or kept as a draft if your plan");
  const several = pageOf(draft, { ...draft, formId: "two", title: "For Leo" });
  expect(several).not.toContain("it’s scheduled");
  expect(several).toContain("The free plan has room for one; the others become drafts in your account.");
  expect(several).toContain("this browser keeps them for you");
});
