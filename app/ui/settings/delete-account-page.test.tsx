import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { PlanId } from "~/domain/account/plans";
import { DeleteAccountPage } from "./delete-account-page";

const AT_STAKE = { waiting: 1, delivered: 0, drafts: 1, eraseOn: "December 25, 2026", isVerified: true };
const render = (planId: PlanId) =>
  renderToStaticMarkup(<DeleteAccountPage {...AT_STAKE} planId={planId} lastResult={undefined} />);

it("says of memories to oneself that only delivered ones go, as waiting ones can still be delivered", () => {
  const html = render("free");
  expect(html).toContain("your drafts, changes you haven’t saved, and memories that were delivered to yourself");
  expect(html).toContain("Deliver it on its day");
});

it("keeps the choice of a form that was refused", () => {
  const lastResult = { status: "error" as const, initialValue: { waitingVaults: "cancel" }, error: { "": ["Again."] } };
  const html = renderToStaticMarkup(<DeleteAccountPage {...AT_STAKE} planId="free" lastResult={lastResult} />);
  expect(html.match(/<input[^>]*checked=""[^>]*>/)?.[0]).toContain('value="cancel"');
  expect(html.match(/checked=""/g)).toHaveLength(1);
});

it("says of a plan that it ends, if there is one", () => {
  expect(render("plus")).toContain("Your Plus plan ends. There’s no automatic refund");
  expect(render("free")).not.toContain("plan ends");
});
