import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type Help, LegacyHelpPage } from "./help-page";

const help: Help = {
  link: "link",
  ownerName: "Ada",
  dueOn: "June 14, 2031",
  status: "undelivered",
  recipientNames: ["Mia"],
  failed: [{ deliveryId: "delivery", recipientName: "Mia", recipientEmail: null, proposal: null }],
  permissions: { updateEmail: false, viewContent: false, receiveDuplicate: false },
  view: "none",
  duplicate: "none",
  closeHref: null,
};

it("sends a contact who may do nothing to the recipient, unless they have blocked the sender", () => {
  expect(renderToStaticMarkup(<LegacyHelpPage {...help} />)).toContain("Perhaps you can tell Mia yourself.");
  const blocked = renderToStaticMarkup(<LegacyHelpPage {...help} failed={[]} />);
  expect(blocked).toContain("There’s nothing you can do here.");
  expect(blocked).not.toContain("yourself");
});
