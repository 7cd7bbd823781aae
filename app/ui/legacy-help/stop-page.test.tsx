import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { StopPage } from "./stop-page";

const wait = {
  contactName: "Eva",
  title: "For Mia",
  recipientName: "Mia",
  kind: "view",
  state: "over",
  opensOn: "July 14, 2031",
  isRead: false,
} as const;

it("says why there is nothing to stop: it arrived, or the contact can no longer read it", () => {
  expect(renderToStaticMarkup(<StopPage {...wait} isAllowed />)).toContain("was delivered in the meantime");
  const ended = renderToStaticMarkup(<StopPage {...wait} isAllowed={false} />);
  expect(ended).not.toContain("delivered");
  expect(ended).toContain("Eva can’t read “For Mia”");
});
