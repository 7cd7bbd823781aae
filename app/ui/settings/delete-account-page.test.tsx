import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DeleteAccountPage } from "./delete-account-page";

it("says of memories to oneself that only delivered ones go, as waiting ones can still be delivered", () => {
  const atStake = { waiting: 1, delivered: 0, drafts: 1, eraseOn: "December 25, 2026", isVerified: true };
  const html = renderToStaticMarkup(<DeleteAccountPage {...atStake} lastResult={undefined} />);
  expect(html).toContain("your drafts, changes you haven’t saved, and memories that were delivered to yourself");
  expect(html).toContain("Deliver it on its day");
});
