import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { WaitingPage } from "./waiting-page";

const LATE = { isRefused: false, needsCheck: false, isLong: true, contact: null, path: "/settings/plan/waiting/c1" };

it("speaks of a new plan only to who buys one, and of the link to who gives one", () => {
  const [own, gift] = [false, true].map((isGift) => renderToStaticMarkup(<WaitingPage {...LATE} isGift={isGift} />));
  expect(own).toContain("your plan changes as soon as the payment arrives");
  expect(gift).toContain("they get the link as soon as the payment arrives");
  expect(gift).not.toContain("your plan changes");
});
