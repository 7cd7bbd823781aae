import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type Help, LegacyHelpPage } from "./help-page";

const help: Help = {
  link: "link",
  ownerName: "Ada",
  isOwnerGone: false,
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
  const ofBoard = renderToStaticMarkup(<LegacyHelpPage {...help} recipientNames={["Leo, who blocked", "Mia"]} />);
  expect(ofBoard).toContain("Perhaps you can tell Mia yourself.");
});

it("says in its title what has happened since the contact was asked", () => {
  const titleAt = (status: Help["status"]) =>
    /<h1[^>]*>([^<]*)/.exec(renderToStaticMarkup(<LegacyHelpPage {...help} status={status} />))?.[1];
  expect(titleAt("undelivered")).toBe("Something from Ada hasn’t arrived");
  expect(titleAt("some_missing")).toBe("Something from Ada hasn’t arrived");
  expect(titleAt("on_its_way")).toBe("Something from Ada is on its way");
  expect(titleAt("arrived")).toBe("Something from Ada has arrived");
});

it("promises no objection of an owner whose account was erased", () => {
  const mayAll = { ...help, permissions: { updateEmail: true, viewContent: true, receiveDuplicate: true } };
  const stops = /stop it|stops it|know/;
  for (const view of ["none", { opensOn: "July 14, 2031" }] as const) {
    for (const proposal of [null, "waiting"] as const) {
      const failed = help.failed.map((one) => ({ ...one, proposal }));
      const page = (isOwnerGone: boolean) =>
        renderToStaticMarkup(<LegacyHelpPage {...mayAll} {...{ view, failed, isOwnerGone }} />).replace(
          "Do you know another address?",
          "",
        );
      expect(page(false)).toMatch(stops);
      expect(page(true)).not.toMatch(stops);
    }
  }
});
