import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DEFAULTS } from "~/domain/outbox/email-preferences";
import { NotificationsPage } from "./notifications-page";

it("offers every kind of mail, and keeps security alerts on", () => {
  const html = renderToStaticMarkup(
    <NotificationsPage email="anna@example.org" failedMail={null} preferences={DEFAULTS} />,
  );
  const boxes = [...html.matchAll(/<input type="checkbox" id="(\w+)"([^>]*)>/g)];
  expect(boxes.map(([, name, rest = ""]) => [name, rest.includes("checked"), rest.includes("disabled")])).toEqual([
    ["vaultDelivery", true, false],
    ["weeklyDigest", true, false],
    ["securityAlerts", true, true],
    ["productUpdates", false, false],
    ["marketingEmails", false, false],
  ]);
});
