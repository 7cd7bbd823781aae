import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DEFAULTS } from "~/domain/outbox/email-preferences";
import { NotificationsPage } from "./notifications-page";

it("does not promise that what is sent to others always arrives", () => {
  const page = renderToStaticMarkup(
    <NotificationsPage email="ada@example.net" failedMail={null} preferences={DEFAULTS} />,
  );
  expect(page).toContain("What you send to others goes out either way.");
});
