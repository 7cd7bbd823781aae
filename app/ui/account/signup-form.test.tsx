import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SignupForm } from "./signup-form";

const render = (hasSms: boolean) => renderToStaticMarkup(<SignupForm redirectTo={null} hasSms={hasSms} />);

it("asks for a phone number only where it is used, with the reason", () => {
  expect(render(true)).toContain("Phone (optional)");
  expect(render(true)).toContain("reach you by email.");
  expect(render(false)).not.toContain("Phone");
});

it("asks for the way to log in first", () => {
  const labels = [...render(true).matchAll(/<label[^>]*>([^<]+)/g)].map(([, label]) => label);
  expect(labels).toEqual(["Email", "Password", "Confirm password", "Full name", "Phone (optional)"]);
});
