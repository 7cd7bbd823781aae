import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { StopPage } from "./stop-page";

const wait = {
  contactName: "Eva",
  title: "For Mia",
  recipientName: "Mia",
  vaultState: "held",
  kind: "view",
  state: "over",
  opensOn: "July 14, 2031",
  isRead: false,
} as const;

it("says why there is nothing to stop: it arrived or was cancelled, or the contact can no longer read it", () => {
  expect(renderToStaticMarkup(<StopPage {...wait} isAllowed />)).toContain("was delivered in the meantime");
  const ended = renderToStaticMarkup(<StopPage {...wait} isAllowed={false} />);
  expect(ended).not.toContain("delivered");
  expect(ended).toContain("Eva can’t read “For Mia”");
  const cancelled = renderToStaticMarkup(<StopPage {...wait} vaultState="cancelled" isAllowed />);
  expect(cancelled).not.toContain("delivered");
  expect(cancelled).toContain("You cancelled this memory");
});

it("does not call a memory undelivered that arrived after the contact got a copy", () => {
  const copy = { ...wait, kind: "duplicate", state: "open", isAllowed: true } as const;
  const page = (vaultState: "held" | "delivered") =>
    renderToStaticMarkup(<StopPage {...copy} vaultState={vaultState} />);
  expect(page("held")).toContain("haven’t been able to deliver it");
  expect(page("delivered")).not.toContain("haven’t been able to deliver it");
});
